"""Studies: the same games under each value of an option, played by anybody, interrupted, on a cluster."""

import os
import signal
from pathlib import Path

import pytest

from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.service.files.audit_many import audit_files, files_in
from referee.service.simulation.executor import ClusterError, LocalExecutor, OtherWorkError, open_executor
from referee.service.simulation.simulate import Simulated, simulate_batch
from referee.service.simulation.study import (
    GAMES,
    GAMES_PER_BATCH,
    Figures,
    Folder,
    Plan,
    Sum,
    batches_of,
    make_plan,
    play_batch,
    run,
    share,
)
from tests.architecture.sources import ROOT
from tests.stages import slow

HOW = {"edition": None, "players": 4, "seed": "7", "kinds": ("random",)}


def planned(games: int = 3, **changed) -> Plan:
    how = {**HOW, "games": games, **changed}
    plan = make_plan(find_game("lifeboat"), {"seat_change_go_now": ()}, {}, **how)
    assert isinstance(plan, Plan)
    return plan


def bytes_of(folder: Path) -> bytes:
    return (folder / GAMES).read_bytes()


def test_a_study_plays_each_number_once_under_each_value():
    outcomes = [outcome for lot in batches_of(planned()) for outcome in play_batch(lot)]
    assert [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)] == [(o.number, o.cell) for o in outcomes]


def test_the_same_luck_goes_the_same_way_where_the_rule_decides_nothing():
    by_number = {}
    plan = make_plan(find_game("lifeboat"), {"lost_at_sea_scores": ()}, {}, **HOW, games=12)
    for lot in batches_of(plan):
        for outcome in play_batch(lot):
            by_number.setdefault(outcome.number, []).append(outcome)
    untouched = [pair for pair in by_number.values() if not pair[0].matters]
    assert 0 < len(untouched) < len(by_number)
    assert all(first.course == other.course for first, other in untouched)


def test_an_option_of_the_set_up_matters_from_the_start():
    plan = make_plan(find_game("lifeboat"), {"quick": ()}, {}, **HOW, games=2)
    figures = Figures(plan)
    for lot in batches_of(plan):
        for outcome in play_batch(lot):
            figures.add(outcome)
    assert [0, 2] == [row.matters.count for row in figures.compared()]


def test_pairs_are_asked_for_with_with():
    plan = make_plan(
        find_game("niagara"),
        {"tie_break": ("shared", "gem_value")},
        {"minimum_speed": ("1",)},
        edition="zh",
        players=3,
        games=1,
        seed="1",
        kinds=("random",),
    )
    assert isinstance(plan, Plan)
    assert plan.cells == (
        {},
        {"tie_break": "gem_value"},
        {"minimum_speed": 1},
        {"tie_break": "gem_value", "minimum_speed": 1},
    )


@pytest.mark.parametrize(
    ("vary", "reason"),
    [({"tie": ()}, "table.unknown_option"), ({"tie_break": ("coin",)}, "table.unknown_value")],
)
def test_an_option_that_does_not_exist_is_refused_before_anything_is_played(vary, reason):
    how = {"edition": None, "players": 3, "games": 1, "seed": "1", "kinds": ("random",)}
    refused = make_plan(find_game("niagara"), vary, {}, **how)
    assert isinstance(refused, Refused)
    assert reason == refused.reason


@slow
def test_the_result_does_not_depend_on_who_did_the_work(tmp_path: Path):
    """One process, two of them, or a run in pieces: the same bytes."""
    plan = planned(games=GAMES_PER_BATCH + 10)
    whole = run(plan, tmp_path / "whole")
    folder = Folder(tmp_path / "pieces", plan)
    first = next(folder.missing())
    folder.write(first.name, next(LocalExecutor(1).each(play_batch, [first])))
    assert whole == run(plan, tmp_path / "pieces")
    assert bytes_of(tmp_path / "whole") == bytes_of(tmp_path / "pieces")


@slow
def test_a_run_that_was_interrupted_goes_on_where_it_was(tmp_path: Path):
    plan = planned(games=GAMES_PER_BATCH * 2)
    folder = Folder(tmp_path, plan)
    lots = list(folder.missing())
    folder.write(lots[0].name, play_batch(lots[0]))
    (tmp_path / "lots" / f"{lots[1].name}.json.part").write_bytes(b"[")
    assert [lots[1]] == list(Folder(tmp_path, plan).missing())
    noted = []
    run(plan, tmp_path, note=noted.append)
    assert [GAMES_PER_BATCH * 2] == noted


def test_a_folder_of_another_study_is_left_alone(tmp_path: Path):
    run(planned(), tmp_path)
    before = bytes_of(tmp_path)
    with pytest.raises(OtherWorkError):
        run(planned(seed="8"), tmp_path)
    assert before == bytes_of(tmp_path)


@pytest.mark.parametrize(
    ("count", "of", "least", "most"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_a_share_has_wilsons_interval(count, of, least, most):
    found = share(count, of)
    assert (least, most) == (round(found.least, 4), round(found.most, 4))


def test_a_mean_has_the_interval_of_the_normal_law():
    """Of 1, 2, 3 and 4: 2.5, and 1.96 standard errors on either side."""
    numbers = Sum()
    for number in (1, 2, 3, 4):
        numbers.add(number)
    mean = numbers.mean()
    assert (2.5, 1.4043, 3.5957) == (mean.mean, round(mean.least, 4), round(mean.most, 4))


@slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_gives_the_same_bytes_even_when_a_worker_is_lost(cluster: str, tmp_path: Path):
    plan = planned(games=GAMES_PER_BATCH * 6)
    here = run(plan, tmp_path / "here")
    killed = []

    def kill_one(_: int) -> None:
        if not killed:
            from distributed import Client

            with Client(cluster, set_as_default=False) as client:
                pids = list(client.run(os.getpid).values())
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    there = run(plan, tmp_path / "there", on=cluster, note=kill_one)
    assert killed
    assert here == there
    assert bytes_of(tmp_path / "here") == bytes_of(tmp_path / "there")


@pytest.mark.filterwarnings("default")
def test_a_cluster_without_the_game_is_told_so(cluster: str):
    with pytest.raises(ClusterError) as told:
        open_executor(cluster, "a_game_nobody_has")
    assert told.value.reason == "crew.no_game"


@pytest.mark.filterwarnings("default")
def test_an_address_where_nobody_answers_is_told(monkeypatch):
    monkeypatch.setattr("referee.service.simulation.executor.CONNECTING_SECONDS", 1)
    with pytest.raises(ClusterError) as told:
        open_executor("tcp://127.0.0.1:9")
    assert ("crew.no_cluster", "tcp://127.0.0.1:9") == (told.value.reason, told.value.args_["address"])


@pytest.mark.filterwarnings("default")
def test_games_simulated_on_a_cluster_are_the_same_bytes(cluster: str):
    lots = [Simulated(game="lifeboat", seed="5", first=k, last=k + 1) for k in (1, 3)]
    with open_executor(cluster, "lifeboat") as executor:
        there = list(executor.each(simulate_batch, lots))
    assert list(map(simulate_batch, lots)) == there


@slow
@pytest.mark.filterwarnings("default")
def test_a_folder_audited_on_a_cluster_finds_the_same(cluster: str):
    paths = files_in(ROOT / "fixtures" / "games" / "lifeboat")[:6]
    assert list(audit_files(paths)) == list(audit_files(paths, on=cluster))
