"""The statistics of pairs: values reckoned by hand, and error rates that hold."""

from __future__ import annotations

import re
from math import inf, isclose, log
from operator import mul
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.arena.sprt import EloModel, Sprt, log_likelihood, normalized_log_likelihood
from boardwright.arena.statistics import (
    NORMAL_95,
    PAIR_SCORES,
    elo_estimate,
    elo_of,
    mean_score,
    normalized_elo,
    score_interval,
    score_of,
    superiority,
    variance,
)
from boardwright.errors import BoardwrightError

COUNTS = st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any)


def test_elo_and_score_are_inverse() -> None:
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.64) == pytest.approx(99.95, abs=0.01)
    for elo in (-250, -5, 0, 3, 800):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert (elo_of(0.0), elo_of(1.0)) == (-inf, inf)


def test_mean_and_variance_of_pairs() -> None:
    # Two points, one and a half, one, and nothing: 0.5625 of the points.
    pairs = [1, 0, 1, 1, 1]
    assert mean_score(pairs) == 0.5625
    assert variance(pairs) == (0.5625**2 + 0.0625**2 + 0.1875**2 + 0.4375**2) / 4


def test_a_clean_score_has_the_bounds_of_as_many_games_won() -> None:
    z2 = NORMAL_95**2
    assert score_interval([0, 0, 0, 0, 10]) == pytest.approx((20 / (20 + z2), 1.0))
    assert score_interval([10, 0, 0, 0, 0]) == pytest.approx((0.0, z2 / (20 + z2)))
    estimate = elo_estimate([0, 0, 0, 0, 10])
    assert (estimate.elo, estimate.high) == (inf, inf)
    assert estimate.low == pytest.approx(400 * log(20 / z2, 10))


def test_many_pairs_have_the_bounds_of_the_normal_distribution() -> None:
    pairs = [1000, 2000, 4000, 2500, 500]
    half = NORMAL_95 * (variance(pairs) / 10_000) ** 0.5
    assert score_interval(pairs) == pytest.approx((mean_score(pairs) - half, mean_score(pairs) + half), abs=1e-4)


def test_pairs_that_vary_less_have_narrower_bounds() -> None:
    narrow, wide = score_interval([0, 0, 100, 0, 0]), score_interval([50, 0, 0, 0, 50])
    assert 0.4 < wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1] < 0.6


@given(COUNTS)
def test_the_estimate_lies_between_its_bounds_and_turns_with_the_players(pairs: list[int]) -> None:
    elo, low, high = elo_estimate(pairs)
    assert low <= elo + 1e-9
    assert elo <= high + 1e-9
    turned = elo_estimate(pairs[::-1])
    assert isclose(turned.elo, -elo, abs_tol=1e-6) or elo in (inf, -inf)
    assert superiority(pairs) + superiority(pairs[::-1]) == pytest.approx(1)


def test_superiority_of_known_results() -> None:
    assert superiority([0, 0, 7, 0, 0]) == 0.5
    # Four pairs won 2-0 are two standard deviations, as four single games won are.
    assert superiority([0, 0, 0, 0, 4]) == pytest.approx(0.97725, abs=1e-5)
    assert superiority([1, 0, 0, 0, 4]) == pytest.approx(0.5 + 0.5 * 0.8203, abs=1e-4)


def test_the_likelihood_of_two_scores_is_that_of_a_coin() -> None:
    for mean in (0.3, 0.5, 0.9):
        expected = 3 * log((1 - mean) / 0.3) + 7 * log(mean / 0.7)
        assert log_likelihood([3, 0, 0, 0, 7], mean) == pytest.approx(expected, abs=1e-9)


@given(COUNTS, st.integers(-100, 100), st.integers(1, 100), st.sampled_from(EloModel))
def test_the_test_turns_with_the_players(pairs: list[int], elo0: int, more: int, model: EloModel) -> None:
    ratio = Sprt(elo0, elo0 + more, model=model).log_ratio(pairs)
    turned = Sprt(-elo0 - more, -elo0, model=model).log_ratio(pairs[::-1])
    assert turned == pytest.approx(-ratio, abs=1e-4, rel=1e-6)


@pytest.mark.parametrize(
    ("pairs", "elos", "model", "expected"),
    [
        ([365, 16618, 36229, 16974, 390], (0, 2), EloModel.NORMALIZED, 2.25),
        ([127, 4883, 10712, 5150, 104], (-1.75, 0.25), EloModel.NORMALIZED, 3.01),
        ([223, 9863, 21279, 10037, 246], (0.5, 2.5), EloModel.LOGISTIC, -3.07),
        ([871, 26175, 55983, 26678, 821], (0, 2), EloModel.LOGISTIC, -4.98),
    ],
)
def test_the_ratio_of_published_tests(
    pairs: list[int], elos: tuple[float, float], model: EloModel, expected: float
) -> None:
    """Tests of Stockfish versions with the log likelihood ratios that fishtest printed."""
    assert Sprt(*elos, model=model).log_ratio(pairs) == pytest.approx(expected, abs=0.006)


def test_the_normalized_likelihood_is_the_best_of_all_distributions() -> None:
    # Between two scores only, a number of deviations leaves one distribution: p - 1/2 = d sqrt(p (1 - p)).
    deviations = 0.4
    share = 0.5 + deviations / 2 / (1 + deviations**2) ** 0.5
    expected = 3 * log((1 - share) / 0.3) + 7 * log(share / 0.7)
    counts = [3, 1e-9, 1e-9, 1e-9, 7]
    assert normalized_log_likelihood(counts, deviations) == pytest.approx(expected, abs=1e-6)


def test_normalized_elo_does_not_depend_on_draws() -> None:
    decided, drawn = [0, 40, 0, 60, 0], [0, 40, 900, 60, 0]
    assert normalized_elo(decided).elo == pytest.approx(0.05 / variance(decided) ** 0.5 * 800 / log(10) / 2**0.5)
    # Nine pairs of ten are drawn: the same evidence, from ten times the games.
    assert normalized_elo(drawn).elo == pytest.approx(normalized_elo(decided).elo / 10**0.5, rel=0.03)
    assert normalized_elo([0, 0, 7, 0, 0]) == (0.0, -inf, inf)
    assert normalized_elo([0, 0, 0, 0, 7]).elo == inf


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0,50", Sprt(0, 50)),
        ("-5,0,alpha=0.1", Sprt(-5, 0, alpha=0.1)),
        ("elo0=0,elo1=5,alpha=0.01,beta=0.1,model=normalized", Sprt(0, 5, 0.01, 0.1, EloModel.NORMALIZED)),
        ("model=logistic,elo1=5,elo0=0", Sprt(0, 5)),
    ],
)
def test_the_texts_of_a_test(text: str, expected: Sprt) -> None:
    assert Sprt.parse(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("five", "'five': expected elo0=, elo1=, alpha=, beta=, model=, such as 0,5 or elo0=0,elo1=5,model=normalized"),
        ("0", "'0': expected elo0="),
        ("0,x", "elo1='x': expected a number"),
        ("0,inf", "elo1='inf': expected a number"),
        ("elo0=1", "'elo0=1' lacks elo1="),
        ("0,5,elo1=7", "elo1 is set twice"),
        ("0,5,model=bayesian", "model='bayesian': expected logistic or normalized"),
        ("0,5,alhpa=0.1", "'alhpa=0.1' (did you mean alpha?)"),
        ("0,5,alpha=0.7", "expected numbers between 0 and 0.5"),
    ],
)
def test_what_is_not_a_test_is_refused(text: str, message: str) -> None:
    with pytest.raises(BoardwrightError, match=re.escape(message)):
        Sprt.parse(text)


def test_for_small_differences_the_ratio_is_the_normal_one() -> None:
    pairs, s0, s1 = [400, 2000, 5000, 2300, 500], score_of(0), score_of(5)
    normal = sum(pairs) * (s1 - s0) * (2 * mean_score(pairs) - s0 - s1) / (2 * variance(pairs))
    assert Sprt(0, 5).log_ratio(pairs) == pytest.approx(normal, rel=0.01)


def test_bounds_and_verdicts() -> None:
    test = Sprt(0, 10)
    assert test.bounds == pytest.approx((-log(19), log(19)))
    assert test.log_ratio([0] * 5) == 0
    assert test.verdict([0] * 5) is None
    assert test.verdict([100, 300, 500, 400, 200]) == "elo1"
    assert test.verdict([200, 400, 500, 300, 100]) == "elo0"
    assert Sprt(0, 10, alpha=0.01, beta=0.1).bounds == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


@pytest.mark.parametrize(("elo0", "elo1"), [(5, 0), (3, 3), (float("nan"), 1), (0, inf)])
def test_claims_that_are_none_are_refused(elo0: float, elo1: float) -> None:
    with pytest.raises(BoardwrightError, match="expected the smaller number first"):
        Sprt(elo0, elo1)


def verdicts(test: Sprt, shares: list[float], runs: int, seed: int) -> dict[str, int]:
    """How so many tests end if pairs score with these chances; they look at every fourth pair."""
    random, ended = Random(seed), {"elo0": 0, "elo1": 0}
    for _ in range(runs):
        pairs, verdict = [0] * 5, None
        while verdict is None:
            for score in random.choices(range(5), shares, k=4):
                pairs[score] += 1
            verdict = test.verdict(pairs)
        ended[verdict] += 1
    return ended


def test_the_error_rates_hold() -> None:
    test = Sprt(0, 80)
    even, better = [0.1, 0.2, 0.4, 0.2, 0.1], [0.05, 0.2, 0.4, 0.2, 0.15]
    moved = 2 * (score_of(80) - 0.55)
    better[1] -= moved
    better[3] += moved
    for shares, elo in ((even, 0), (better, 80)):
        assert sum(map(mul, shares, PAIR_SCORES)) == pytest.approx(score_of(elo))
    # Ten errors in two hundred runs are expected at most; 18 would be 2.6 standard deviations more.
    assert verdicts(test, even, 200, seed=1)["elo1"] <= 18
    assert verdicts(test, better, 200, seed=2)["elo0"] <= 18
