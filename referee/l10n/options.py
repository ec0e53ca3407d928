"""What a table can agree on, in words: switches and their values, editions, topics of disputes."""

from referee.l10n.catalogs import sentence_of


def switch_words(game: str, switch: str, lang: str) -> str:
    """Name a switch; by its id where it has no words."""
    return sentence_of(f"options.{game}.switch.{switch}", lang) or switch


def value_words(game: str, switch: str, value: object, lang: str) -> str:
    """Name a value of a switch; yes and no have words of their own where the switch has none."""
    own = sentence_of(f"options.{game}.value.{switch}.{value}", lang)
    return own or sentence_of(f"options.value.{value}", lang) or str(value)


def edition_words(game: str, edition: str, lang: str) -> str:
    """Name an edition."""
    return sentence_of(f"options.{game}.edition.{edition}", lang) or edition


def topic_words(game: str, topic: str, lang: str) -> str:
    """Name what tables dispute about."""
    return sentence_of(f"options.{game}.topic.{topic}", lang) or topic


def decision_words(game: str, decision: str, lang: str) -> str:
    """Say a decision such as `tie_break=shared`; what is in words already stays as it is."""
    switch, equals, value = decision.partition("=")
    name = sentence_of(f"options.{game}.switch.{switch}", lang)
    if not equals or name is None:
        return decision
    return f"{name}{COLON.get(lang, ': ')}{value_words(game, switch, value, lang)}"


COLON = {"zh-Hans": "：", "ja": "："}
