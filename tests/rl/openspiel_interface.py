"""Parameters, texts, undo and lengths of the OpenSpiel games, in the environment that has OpenSpiel: what holds."""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel

from boardwright import BoardwrightError
from boardwright.rl import openspiel

CHAIN = "W:W37:B12,13,22,23,32,33"
"""A position whose text has signs that OpenSpiel's texts of games take for their own."""


def variants_are_parameters() -> None:
    by_parameter = pyspiel.load_game("boardwright_turm(variant=castle)")
    by_name = pyspiel.load_game("boardwright_turm_castle")
    assert str(by_parameter.new_initial_state()) == str(by_name.new_initial_state())
    assert by_parameter.get_parameters() == {"position": "", "variant": "castle"}
    assert pyspiel.load_game("boardwright_turm").get_parameters()["variant"] == "centre"
    assert openspiel.register("turm") == openspiel.register("Turm") == "boardwright_turm"
    assert openspiel.register("turm:castle") == "boardwright_turm_castle"
    assert openspiel.register("examples/breakthrough.py") == "boardwright_breakthrough"
    refused(lambda: pyspiel.load_game("boardwright_turm(variant=tower)"), "turm has no variant 'tower'")


def states_begin_at_texts_and_survive_serialisation() -> None:
    state = pyspiel.load_game("boardwright_draughts").new_initial_state(CHAIN)
    assert str(state) == CHAIN
    state.apply_action(state.legal_actions()[0])
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(again) == str(state) == f"{CHAIN} 37-28"
    assert (again.history(), again.move_number()) == (state.history(), 1)
    assert str(game.new_initial_state()) == str(pyspiel.load_game(str(game)).new_initial_state()) == CHAIN
    assert str(pyspiel.load_game("boardwright_draughts", {"position": CHAIN}).new_initial_state()) == CHAIN
    pyspiel.random_sim_test_with_specific_initial_state(game, 1, game.new_initial_state())
    finished = "7/7/7/3RG3/7/7/BG6 b"
    refused(lambda: pyspiel.load_game("boardwright_turm").new_initial_state(finished), "the game is over")


def actions_are_undone() -> None:
    for name in ("boardwright_draughts", "boardwright_congo(variant=full)"):
        chooser = random.Random(name)
        state, before = pyspiel.load_game(name).new_initial_state(), []
        while not state.is_terminal():
            seen = str(state), state.current_player(), state.legal_actions(), state.history_str()
            action = chooser.choice(seen[2])
            before.append((seen, action))
            state.apply_action(action)
        copied, actions = state.clone(), [action for _, action in before]
        for seen, action in reversed(before):
            state.undo_action(seen[1], action)
            assert (str(state), state.current_player(), state.legal_actions(), state.history_str()) == seen
        assert state.is_initial_state()
        assert [(each.player, each.action) for each in copied.full_history()] == [
            (seen[1], action) for seen, action in before
        ]
        assert copied.is_terminal()
        assert copied.history() == actions
    refused(lambda: state.undo_action(0, 1), "action 1 of player 0 is not the last: expected none")


def games_are_no_longer_than_they_say() -> None:
    lengths = {"turm": 6800, "margrites": 6800, "cabeza": 400, "draughts": 24530, "congo_full": 17228}
    for name, length in lengths.items():
        assert pyspiel.load_game(f"boardwright_{name}").max_game_length() == length
    assert pyspiel.load_game("boardwright_breakthrough").max_game_length() == openspiel.UNBOUNDED
    game = pyspiel.load_game("boardwright_draughts", {"position": "W:WK1:BK50"})
    assert game.max_game_length() == (2 * 2 + 2 + 1) * 50 + 2 * 2 + 2
    for seed in range(5):
        chooser, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
        assert state.move_number() <= game.max_game_length()


def refused(use: Callable[[], object], message: str) -> None:
    """An error with this text."""
    found = ""
    try:
        use()
    except BoardwrightError as error:
        found = str(error)
    assert message in found


if __name__ == "__main__":
    claims = (
        variants_are_parameters,
        states_begin_at_texts_and_survive_serialisation,
        actions_are_undone,
        games_are_no_longer_than_they_say,
    )
    for claim in claims:
        claim()
    # The last line: OpenSpiel's simulation prints the game that it plays.
    print(len(claims), "claims hold")
