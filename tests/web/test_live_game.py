"""Clocks, offers and take-backs of a match, by a clock that the test sets."""

from __future__ import annotations

import pytest

from boardwright import find_game
from boardwright.clocks import Clocks
from boardwright.game import Termination
from boardwright.played_game import PlayedGame
from boardwright.web.api_errors import ApiError, Conflict
from boardwright.web.live_game import LiveGame, Seat, new_token, rematch_id, restore_game
from boardwright.web.stored import Change, StoredGame

TURM = find_game("turm")
WIN_IN_ONE = "7/7/7/7/3RG3/7/BG6 r"
HUMAN, OPEN, ENGINE = Seat("human", token="x"), Seat("human"), Seat("engine", level=1)


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def live_match(*seats: Seat, time: Time, seconds: float | None = None, increment: float = 0.0) -> LiveGame:
    clocks = None if seconds is None else Clocks(seconds, increment=increment, now=time)
    return LiveGame("m", PlayedGame(find_game("turm")), seats, clocks=clocks, now=time)


def play(live: LiveGame, *texts: str) -> None:
    for text in texts:
        live.move(live.played.side_to_move, text, len(live.moves))


class TestClocks:
    def test_they_stand_until_the_first_move_is_made(self) -> None:
        time = Time()
        live = live_match(HUMAN, HUMAN, time=time, seconds=60, increment=2)
        time.now += 100
        assert live.seconds_to_flag is None
        play(live, "D5-D4-1")
        shown = live.clock_data()
        assert shown is not None
        assert (shown["running"], shown["left"]) == (1, [60.0, 60.0])
        assert live.moves[0].seconds == 100.0

    def test_they_stand_until_both_seats_are_taken(self) -> None:
        time = Time()
        live = live_match(HUMAN, OPEN, time=time, seconds=60)
        play(live, "D5-D4-1")
        time.now += 30
        assert live.seconds_to_flag is None
        live.join(None, None)
        time.now += 5
        assert live.seconds_to_flag == 55.0

    def test_a_side_gets_its_increment_for_a_move_and_loses_what_it_thought(self) -> None:
        time = Time()
        live = live_match(HUMAN, HUMAN, time=time, seconds=60, increment=2)
        play(live, "D5-D4-1")
        time.now += 10
        play(live, "D3-C3-1")
        shown = live.clock_data()
        assert shown is not None
        assert (shown["left"], shown["running"], shown["increment"]) == ([60.0, 52.0], 0, 2)
        assert live.moves[1].seconds == 10.0

    def test_whoever_oversteps_loses_and_nothing_runs_any_more(self) -> None:
        time = Time()
        live = live_match(HUMAN, HUMAN, time=time, seconds=60)
        play(live, "D5-D4-1")
        time.now += 60
        assert not live.flag()
        time.now += 0.01
        assert live.flag()
        assert live.played.outcome is not None
        assert live.game.format_outcome(live.played.outcome) == "red wins: adjudged, blue overstepped the time"
        assert (live.seconds_to_flag, live.is_due, live.flag()) == (None, False, False)
        assert live.clock_data() is not None
        assert live.clock_data()["left"] == [60.0, 0.0]  # type: ignore[index]

    def test_they_stand_again_once_the_first_move_is_taken_back(self) -> None:
        time = Time()
        live = live_match(HUMAN, ENGINE, time=time, seconds=60)
        play(live, "D5-D4-1")
        live.take_back(0)
        time.now += 100
        assert (live.seconds_to_flag, live.is_due) == (None, False)

    def test_nobody_joins_once_a_match_is_over(self) -> None:
        time = Time()
        live = live_match(HUMAN, OPEN, time=time, seconds=60)
        play(live, "D5-D4-1")
        live.resign(0)
        with pytest.raises(Conflict, match="the game is over, blue wins"):
            live.join(None, None)
        assert (live.seconds_to_flag, live.is_due) == (None, False)

    def test_they_stand_once_a_match_is_over(self) -> None:
        time = Time()
        live = live_match(HUMAN, HUMAN, time=time, seconds=60)
        play(live, "D5-D4-1")
        live.resign(1)
        time.now += 1000
        assert (live.seconds_to_flag, live.flag()) == (None, False)


class TestTakingBack:
    def test_against_the_engine_it_goes_to_the_last_own_move(self) -> None:
        live = live_match(HUMAN, ENGINE, time=Time())
        play(live, "D5-D4-1")
        live.engine_move("D3-C3-1", 1, 0.5)
        play(live, "C6-C5-1")
        live.take_back(0)
        assert [played.text for played in live.moves] == ["D5-D4-1", "D3-C3-1"]
        live.take_back(0)
        assert (live.moves, live.played.side_to_move) == ([], 0)
        with pytest.raises(Conflict, match="nothing to take back"):
            live.take_back(0)

    @pytest.mark.parametrize("end", ["win", "resignation"])
    @pytest.mark.parametrize("shared", [False, True])
    def test_nothing_is_taken_back_once_a_game_is_over(self, end: str, shared: bool) -> None:
        # Whoever gave the second seat away by its link would else undo the other's win.
        seats = (replace_shared(HUMAN), replace_shared(HUMAN)) if shared else (HUMAN, ENGINE)
        live = LiveGame("m", PlayedGame(TURM, TURM.parse_position(WIN_IN_ONE)), seats)
        play(live, "D3-D4-1" if end == "win" else "D3-C3-1")
        if end == "resignation":
            assert live.can_take_back
            live.resign(0)
        outcome = live.played.outcome
        assert outcome is not None
        assert not live.can_take_back
        with pytest.raises(Conflict, match="the game is over: nothing can be taken back"):
            live.take_back(0)
        assert (live.played.outcome, len(live.moves)) == (outcome, 1)

    def test_the_holder_of_one_seat_does_not_take_back_the_moves_of_the_other(self) -> None:
        live = live_match(replace_shared(HUMAN), replace_shared(HUMAN), time=Time())
        play(live, "D5-D4-1", "D3-C3-1")
        with pytest.raises(Conflict, match="the last move is blue's: expected the token of that seat"):
            live.take_back(0)
        assert len(live.moves) == 2
        live.take_back(1)
        live.take_back(0)
        assert live.moves == []

    def test_it_withdraws_offers(self) -> None:
        live = live_match(replace_shared(HUMAN), replace_shared(HUMAN), time=Time())
        play(live, "D5-D4-1")
        live.draw(0, "offer")
        live.take_back(0)
        assert live.draw_offer is None

    def test_the_store_loses_the_moves_that_were_taken_back(self) -> None:
        live = live_match(HUMAN, ENGINE, time=Time())
        play(live, "D5-D4-1")
        live.engine_move("D3-C3-1", 1, 0.5)
        first = live.change()
        assert ([move["ply"] for move in first.added], first.remaining) == ([0, 1], None)
        live.take_back(0)
        play(live, "D5-C5-1")
        second = live.change()
        assert ([move["text"] for move in second.added], second.remaining, second.before) == (["D5-C5-1"], 0, 1)
        assert (live.change().added, live.change().remaining) == ([], None)


def replace_shared(seat: Seat) -> Seat:
    return Seat(seat.kind, token=seat.token, shared=True)


class TestTakingBackByConsent:
    def between_people(self) -> LiveGame:
        live = live_match(HUMAN, Seat("human", token="y"), time=Time())
        play(live, "D5-D4-1", "D3-C3-1", "C6-C5-1")
        return live

    def test_the_opponent_must_agree(self) -> None:
        live = self.between_people()
        live.take_back(1)
        assert (live.takeback_offer, len(live.moves)) == (1, 3)
        with pytest.raises(Conflict, match="there is no takeback to accept: expected an offer of red first"):
            live.take_back(1, "accept")
        live.take_back(0, "decline")
        assert (live.takeback_offer, len(live.moves)) == (None, 3)
        live.take_back(1)
        live.take_back(0, "accept")
        assert (live.takeback_offer, [move.text for move in live.moves]) == (None, ["D5-D4-1"])
        assert live.played.side_to_move == 1

    def test_who_asks_for_what_the_other_has_asked_for_agrees(self) -> None:
        live = self.between_people()
        live.take_back(0)
        live.take_back(1)
        assert [move.text for move in live.moves] == ["D5-D4-1", "D3-C3-1"]

    @pytest.mark.parametrize("asking", [0, 1])
    def test_a_move_and_the_end_withdraw_the_question(self, asking: int) -> None:
        live = self.between_people()
        live.take_back(asking)
        play(live, "C3-C4-1")
        assert live.takeback_offer is None
        live.take_back(asking)
        live.resign(0)
        assert live.takeback_offer is None
        with pytest.raises(Conflict, match="there is no takeback to accept"):
            live.take_back(1 - asking, "accept")

    def test_nobody_asks_without_a_move_of_the_own(self) -> None:
        live = live_match(HUMAN, Seat("human", token="y"), time=Time())
        play(live, "D5-D4-1")
        with pytest.raises(Conflict, match="nothing to take back"):
            live.take_back(1)
        assert live.takeback_offer is None


class TestAborting:
    def test_either_player_can_until_both_have_moved(self) -> None:
        for side in (0, 1):
            live = live_match(HUMAN, Seat("human", token="y"), time=Time(), seconds=60)
            play(live, "D5-D4-1")
            live.abort(side)
            outcome = live.played.outcome
            assert outcome is not None
            assert (outcome.winner, outcome.termination) == (None, Termination.ABORTED)
            assert live.game.format_outcome(outcome) == f"no result: {TURM.sides[side]} aborted the game"
            assert (live.seconds_to_flag, live.can_abort) == (None, False)
        live = live_match(HUMAN, Seat("human", token="y"), time=Time())
        play(live, "D5-D4-1", "D3-C3-1")
        with pytest.raises(Conflict, match="both sides have moved"):
            live.abort(0)

    def test_a_side_that_moves_several_times_a_turn_has_moved_once(self) -> None:
        seats = (HUMAN, Seat("human", token="y"))
        live = LiveGame("m", PlayedGame(find_game("margrites")), seats)
        play(live, "e2>e3", "e3>e4")
        assert live.can_abort

    @pytest.mark.parametrize("other", [ENGINE, Seat("human", token="y", shared=True)])
    def test_who_plays_alone_resigns(self, other: Seat) -> None:
        live = live_match(HUMAN, other, time=Time())
        with pytest.raises(Conflict, match="only a game between people can be aborted: resign instead"):
            live.abort(0)

    def test_an_invitation_is_withdrawn_or_declined(self) -> None:
        for end in ("abort", "decline"):
            live = live_match(HUMAN, OPEN, time=Time())
            live.abort(0) if end == "abort" else live.decline()
            assert not live.rematch
            with pytest.raises(Conflict, match="the game is over, no result"):
                live.join(None, None)
        assert live.played.outcome is not None
        assert live.played.outcome.reason == "the invitation was declined"
        with pytest.raises(Conflict, match="no open seat"):
            live_match(HUMAN, Seat("human", token="y"), time=Time()).decline()
        # Nobody closes what is offered to all.
        public = LiveGame("m", PlayedGame(TURM), (HUMAN, OPEN), public=True)
        with pytest.raises(Conflict, match="the game is open to anyone: there is no invitation to decline"):
            public.decline()
        assert public.played.outcome is None


class TestClaiming:
    def waiting(self, seconds: float | None = 600) -> LiveGame:
        live = live_match(HUMAN, Seat("human", "Ben", token="y"), time=Time(), seconds=seconds)
        play(live, "D5-D4-1", "D3-C3-1", "C6-C5-1")
        return live

    @pytest.mark.parametrize(("result", "text"), [("win", "red wins: "), ("draw", "draw: ")])
    def test_who_waits_for_one_who_is_gone_takes_the_win_or_a_draw(self, result: str, text: str) -> None:
        live = self.waiting()
        with pytest.raises(Conflict, match="has been gone for 59 s: expected at least 60"):
            live.claim(0, result, 59.0)
        live.claim(0, result, 60.0)
        assert live.game.format_outcome(live.played.outcome) == f"{text}adjudged, blue left the game"
        assert live.played.outcome is not None
        assert live.played.outcome.termination is Termination.ABANDONMENT
        again = restore_game(stored(live.change()), live.game, 0.0)
        assert again.played.outcome is not None
        assert again.played.outcome.termination is Termination.ABANDONMENT

    def test_it_takes_longer_without_a_clock(self) -> None:
        live = self.waiting(None)
        with pytest.raises(Conflict, match="at least 600"):
            live.claim(0, "win", 599.0)
        live.claim(0, "win", 600.0)

    def test_only_the_one_who_waits_can_and_only_after_both_have_moved(self) -> None:
        live = self.waiting()
        with pytest.raises(Conflict, match="nothing to claim"):
            live.claim(1, "win", 1000.0)
        begun = live_match(HUMAN, Seat("human", token="y"), time=Time(), seconds=600)
        play(begun, "D5-D4-1")
        assert begun.claim_after is None
        with pytest.raises(Conflict, match="nothing to claim"):
            begun.claim(0, "win", 1000.0)
        for other in (ENGINE, replace_shared(HUMAN)):
            alone = live_match(HUMAN, other, time=Time())
            assert alone.claim_after is None


class TestRematches:
    def finished(self, *seats: Seat) -> LiveGame:
        live = LiveGame("m", PlayedGame(TURM, TURM.parse_position(WIN_IN_ONE)), seats, clocks=Clocks(300, increment=2))
        play(live, "D3-D4-1")
        return live

    def test_both_players_must_want_one(self) -> None:
        live = self.finished(HUMAN, Seat("human", "Ben", token="y"))
        live.offer_rematch(1, "offer")
        assert (live.rematch_offer, live.rematch) == (1, None)
        live.offer_rematch(0, "decline")
        assert (live.rematch_offer, live.rematch) == (None, None)
        live.offer_rematch(0, "offer")
        with pytest.raises(Conflict, match="there is no rematch to accept: expected an offer of blue first"):
            live.offer_rematch(0, "accept")
        live.offer_rematch(1, "accept")
        assert (live.rematch_offer, live.rematch) == (None, rematch_id("m"))
        # A request that is sent again changes nothing, and nobody can go back on it.
        assert live.offer_rematch(1, "accept") is False
        with pytest.raises(Conflict, match="there is no rematch to decline"):
            live.offer_rematch(1, "decline")

    def test_the_sides_are_changed_and_all_else_is_as_it_was(self) -> None:
        live = self.finished(HUMAN, Seat("human", "Ben", token="y"))
        for side in (0, 1):
            live.offer_rematch(side, "offer")
        again = live.new_rematch()
        assert again.seats == [Seat("human", "Ben", token="y"), HUMAN]
        assert (again.id, again.start, again.moves) == (live.rematch, WIN_IN_ONE, [])
        clock = again.clock_data()
        assert clock is not None
        assert (clock["seconds"], clock["left"], clock["increment"], clock["running"]) == (300, [300, 300], 2, None)

    def test_the_engine_always_agrees(self) -> None:
        live = self.finished(HUMAN, ENGINE)
        live.offer_rematch(0, "offer")
        assert live.rematch is not None
        assert live.new_rematch().engine_to_move

    def test_none_is_offered_in_a_game_that_goes_on_or_to_nobody(self) -> None:
        live = live_match(HUMAN, OPEN, time=Time())
        with pytest.raises(Conflict, match="the game is not over"):
            live.offer_rematch(0, "offer")
        live.resign(0)
        with pytest.raises(Conflict, match="nobody has taken the other seat"):
            live.offer_rematch(0, "offer")

    def test_offers_and_the_clock_of_the_start_are_stored(self) -> None:
        live = self.finished(HUMAN, Seat("human", token="y"))
        live.offer_rematch(1, "offer")
        again = restore_game(stored(live.change()), live.game, 0.0)
        assert (again.rematch_offer, again.clock_seconds) == (1, 300)


class TestTheEngine:
    def test_it_takes_a_draw_where_it_stands_worse_and_declines_it_elsewhere(self) -> None:
        for win, outcome in ((0.6, "continue"), (0.5, "continue"), (0.4, "draw: agreed")):
            live = live_match(HUMAN, ENGINE, time=Time())
            play(live, "D5-D4-1")
            live.engine_move("D3-C3-1", 1, win)
            live.draw(0, "offer")
            assert (live.game.format_outcome(live.played.outcome), live.draw_offer) == (outcome, None)

    def test_what_it_found_for_another_position_is_not_played(self) -> None:
        live = live_match(HUMAN, ENGINE, time=Time())
        for ply in (0, 1):
            with pytest.raises(Conflict, match="gone on without the engine"):
                live.engine_move("D5-D4-1", ply, 0.5)
        assert live.moves == []

    @pytest.mark.parametrize("text", [None, "A1-A1-1", ""])
    def test_it_loses_where_it_fails_or_has_no_move(self, text: str | None) -> None:
        live = live_match(ENGINE, HUMAN, time=Time())
        if text is None:
            live.fail(0, 0)
        else:
            live.engine_move(text, 0, 0.5)
        assert live.game.format_outcome(live.played.outcome) == "blue wins: adjudged, the engine of red failed"


class TestTokens:
    def test_they_are_kept_hashed_and_held_by_whoever_shows_them(self) -> None:
        tokens, hashes = zip(new_token(), new_token(), strict=True)
        live = live_match(*(Seat("human", token=hashed) for hashed in hashes), time=Time())
        assert [live.side_of(token) for token in tokens] == [0, 1]
        assert not any(token in str(live.change()) for token in tokens)
        for nothing in (None, ""):
            with pytest.raises(ApiError, match="this needs the token"):
                live.side_of(nothing)
        for wrong in (*hashes, tokens[0].upper(), "x", "\ud800", "é" * 1000):
            with pytest.raises(ApiError, match="does not belong"):
                live.side_of(wrong)

    def test_an_open_seat_is_held_by_nobody(self) -> None:
        live = live_match(OPEN, HUMAN, time=Time())
        with pytest.raises(ApiError, match="does not belong"):
            live.side_of("anything")


def stored(change: Change) -> StoredGame:
    return StoredGame(change.row, change.added)


class TestLoading:
    @pytest.mark.parametrize("end", [None, "resign", "draw", "flag", "takeback", "abort"])
    def test_what_was_stored_is_as_it_was(self, end: str | None) -> None:
        time = Time()
        live = live_match(HUMAN, Seat("human", "Ben", token="y"), time=time, seconds=60, increment=1)
        play(live, *["D5-D4-1", "D3-C3-1"][: 1 if end == "abort" else 2])
        if end == "abort":
            live.abort(1)
        elif end == "takeback":
            live.take_back(1)
        elif end == "resign":
            live.resign(0)
        elif end == "draw":
            live.draw(0, "offer")
            live.draw(1, "accept")
        elif end == "flag":
            time.now += 100
            live.flag()
        else:
            live.draw(1, "offer")
        change = live.change()
        again = restore_game(stored(change), live.game, 0.0)
        assert again.json() == live.json()
        assert again.seats == live.seats
        clock, before = again.clock_data(), live.clock_data()
        assert clock is not None
        assert before is not None
        assert (clock["running"], clock["increment"]) == (before["running"], before["increment"])
        assert clock["left"] == pytest.approx(before["left"], abs=5)
        assert (again.change().before, again.change().added) == (1, [])

    def test_a_clock_has_run_for_as_long_as_is_told(self) -> None:
        time = Time()
        live = live_match(HUMAN, HUMAN, time=time, seconds=600)
        play(live, "D5-D4-1")
        change = live.change()
        for ran, left in ((0.0, 600), (40.0, 560)):
            again = restore_game(stored(change), live.game, ran)
            assert again.seconds_to_flag == pytest.approx(left, abs=5)

    def test_one_whose_time_ran_out_before_the_end_is_lost(self) -> None:
        live = live_match(HUMAN, HUMAN, time=Time(), seconds=10)
        play(live, "D5-D4-1")
        change = live.change()
        assert restore_game(stored(change), live.game, 20.0).flag()
