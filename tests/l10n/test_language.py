"""Which language somebody gets."""

import pytest

from referee.l10n import UnknownLanguageError, pick_language

ENVIRONMENTS = [
    (None, {}, "en"),
    (None, {"LANG": "C.UTF-8"}, "en"),
    (None, {"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
    (None, {"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
    (None, {"LANG": "ja_JP.eucJP"}, "ja"),
    (None, {"LANG": "fr_FR.UTF-8"}, "en"),
    (None, {"LC_ALL": "ja_JP.UTF-8", "LANG": "zh_CN.UTF-8"}, "ja"),
    (None, {"LC_ALL": "", "LC_MESSAGES": "zh_CN", "LANG": "ja_JP"}, "zh-Hans"),
    (None, {"REFEREE_LANG": "ja", "LC_ALL": "zh_CN.UTF-8"}, "ja"),
    (None, {"REFEREE_LANG": "klingon", "LANG": "ja_JP.UTF-8"}, "ja"),
    ("zh-Hans", {"REFEREE_LANG": "ja"}, "zh-Hans"),
    ("zh", {}, "zh-Hans"),
    ("JA", {}, "ja"),
    ("en-GB", {"LANG": "ja_JP.UTF-8"}, "en"),
    *((tag, {}, "zh-Hans") for tag in ("zh-CN", "zh-SG", "zh-Hans-HK", "zh_MY", "中文", "简体")),
    *((tag, {}, "zh-Hant") for tag in ("zh-TW", "zh_HK", "zh-MO", "zh-Hant-HK", "ZH-hant", "yue", "繁體")),
]


@pytest.mark.parametrize(("flag", "environ", "lang"), ENVIRONMENTS)
def test_the_flag_decides_then_the_variable_then_the_locale(flag, environ, lang):
    """The nearest wish wins; English where there is none."""
    assert lang == pick_language(flag, environ)


@pytest.mark.parametrize("flag", ["fr", "klingon", "e", "zhh"])
def test_a_flag_that_names_no_language_is_an_error(flag):
    with pytest.raises(UnknownLanguageError) as caught:
        pick_language(flag, {})
    assert (flag,) == caught.value.args
