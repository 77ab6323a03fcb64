"""The network of the core: every kernel gives the scores of the definition, for every size and game."""

from __future__ import annotations

from itertools import chain, islice
from random import Random

import pytest
from tests.networks import random_network, reference_score

from boardwright import find_game
from boardwright.core import HIDDEN_SIZES, KERNELS, core_names, core_of, new_network
from boardwright.explore import random_positions

CORRECTED = {"draughts", "congo:standard", "congo:full", "margrites"}
"""Games that correct the output of the network in some positions."""


def test_the_portable_kernels_are_always_there() -> None:
    assert {"baseline", "plain"} <= set(KERNELS)


@pytest.mark.parametrize("name", core_names())
@pytest.mark.parametrize("hidden", HIDDEN_SIZES)
def test_all_kernels_give_the_same_scores(name: str, hidden: int) -> None:
    game = find_game(name)
    core = core_of(game)
    positions = core.pack(islice(random_positions(game, Random(hidden)), 300))
    # With the largest numbers the sums overflow, which they do in the same way everywhere.
    for most in (200, 32767):
        network = random_network(game, hidden, hidden, most).compiled()
        scores = [core.evaluate(positions, network, kernel).tolist() for kernel in KERNELS]
        assert all(each == scores[0] for each in scores)
        assert scores[0] == core.evaluate(positions, network).tolist()
        assert len(set(scores[0][::4])) > 50


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("hidden", HIDDEN_SIZES)
def test_what_is_kept_from_one_position_to_the_next_does_not_change_scores(kernel: str, hidden: int) -> None:
    game = find_game("draughts")
    core = core_of(game)
    positions = list(islice(random_positions(game, Random(hidden)), 300))
    network = random_network(game, hidden, hidden).compiled()
    alone = [core.evaluate(core.pack([position]), network, kernel).tolist() for position in positions]
    assert core.evaluate(core.pack(positions), network, kernel).tolist() == list(chain(*alone))


@pytest.mark.parametrize("name", [name for name in core_names() if name not in CORRECTED])
@pytest.mark.parametrize("hidden", [0, 16, 64])
def test_scores_are_those_of_the_definition(name: str, hidden: int) -> None:
    game = find_game(name)
    core = core_of(game)
    positions = core.pack(islice(random_positions(game, Random(5)), 60))
    network = random_network(game, hidden, 3)
    scores = core.evaluate(positions, network.compiled()).reshape(-1, 4)[:, 0].tolist()
    offsets, features, counts, phases = (each.tolist() for each in core.list_features(positions))
    for number, score in enumerate(scores):
        span = slice(offsets[number], offsets[number + 1])
        active = zip(features[span], counts[span], strict=True)
        assert score == reference_score(network, active, phases[number])


def test_a_kernel_that_is_not_there_is_refused() -> None:
    game = find_game("turm")
    network = random_network(game, 16).compiled()
    with pytest.raises(ValueError, match="there is no kernel mmx for this processor"):
        core_of(game).evaluate(core_of(game).pack([game.start()]), network, "mmx")


@pytest.mark.parametrize(
    ("features", "first_input", "hidden", "message"),
    [
        (10, 0, 17, "there is no network of 10 features and 17 hidden units"),
        (10, 11, 16, "there is no network"),
        (-1, 0, 16, "there is no network"),
        (10, 0, 16, "expected 388 numbers of 16 bits: found 2 bytes"),
    ],
)
def test_impossible_networks_are_refused(features: int, first_input: int, hidden: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        new_network(b"\0\0", features, first_input, hidden)


def test_a_network_of_another_game_is_refused() -> None:
    turm, congo = find_game("turm"), find_game("congo")
    network = random_network(congo, 16).compiled()
    with pytest.raises(ValueError, match="expected a network of 964 features: found"):
        core_of(turm).evaluate(core_of(turm).pack([turm.start()]), network)


def test_a_network_with_another_first_input_is_refused() -> None:
    turm = find_game("turm")
    network = new_network(bytes(2 * (2 * 964 + 3 * 16)), 964, 964, 16)
    with pytest.raises(ValueError, match="expected a network with the first input 0: found 964"):
        core_of(turm).evaluate(core_of(turm).pack([turm.start()]), network)
