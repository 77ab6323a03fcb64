"""The fit: it finds what is there, its gradients are right, and it can be repeated and continued."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tests.networks import random_network

from boardwright import BoardwrightError, find_game
from boardwright.core import core_of
from boardwright.engine.network import new_network_of
from boardwright.explore import random_positions
from boardwright.training.arrays import NumpyArrays, open_arrays
from boardwright.training.checkpoints import STATE
from boardwright.training.fit import Fit, fit, loss_by_core
from boardwright.training.fit_options import Epoch, FitOptions
from boardwright.training.model import Model, PositionData

TURM = find_game("turm")
CORE = core_of(TURM)
DAMAGED = "is not a checkpoint of boardwright train, or is damaged$"
TINY = FitOptions(hidden=16, epochs=3, batch=64, rate=1e-2, seed=4)


def some_positions(number: int) -> Any:
    return CORE.pack(islice(random_positions(TURM, Random(1)), number))


def chances(scores: Any) -> npt.NDArray[np.float32]:
    return np.asarray(1 / (1 + 10.0 ** (-scores / CORE.scale)), dtype=np.float32)


POSITIONS = some_positions(600)
TARGETS = chances(np.random.default_rng(1).normal(0, CORE.scale, 600))


def fitted(options: FitOptions = TINY, **more: Any) -> Fit:
    found = fit(CORE, POSITIONS, TARGETS, options, **more)
    assert found is not None
    return found


def test_the_fit_finds_the_function_that_made_the_targets() -> None:
    positions = some_positions(6000)
    teacher = random_network(TURM, 16, most=60)
    scores = CORE.evaluate(positions, teacher.compiled()).reshape(-1, 4)[:, 0]
    options = FitOptions(hidden=16, epochs=25, batch=200, rate=1e-2, decay=0)
    found = fit(CORE, positions, chances(scores), options)
    assert found is not None
    pupil = new_network_of(TURM, 16, found.numbers)
    again = CORE.evaluate(positions, pupil.compiled()).reshape(-1, 4)[:, 0]
    validation = slice(5700, None)
    assert np.corrcoef(scores[validation], again[validation])[0, 1] > 0.97
    assert found.epochs[-1].loss < found.epochs[0].loss
    assert found.rounded_loss == pytest.approx(found.epochs[-1].validation_loss, abs=2e-3)
    assert 0 < found.largest_sum <= 32767


def test_gradients_are_those_of_finite_differences() -> None:
    data = PositionData(CORE, POSITIONS, TARGETS)
    model = Model(NumpyArrays(), data.layout, 16, 1)
    random = np.random.default_rng(2)
    for name, values in model.parameters.items():
        # Rounding errors of 32 bits would hide the differences.
        model.parameters[name] = (values + random.normal(0, 0.05, values.shape)).astype(np.float64)
    inputs = model.batch(data.indices, data.counts)
    gradients, logits = model.gradients(inputs, data.shares, data.targets)
    step = 1e-5
    for name, gradient in gradients.items():
        # The largest ones, and a few others.
        chosen = [*np.argsort(-abs(gradient).ravel())[:5], *random.integers(0, gradient.size, 5)]
        for index in chosen:
            losses = []
            for sign in (1, -1):
                parameter = model.parameters[name].reshape(-1)
                parameter[index] += sign * step
                losses.append(model.loss(model.forward(inputs, data.shares)[0], data.targets))
                parameter[index] -= sign * step
            difference = (losses[0] - losses[1]) / (2 * step)
            assert gradient.reshape(-1)[index] == pytest.approx(difference, rel=1e-3, abs=1e-7)
    assert model.loss(logits, data.targets) > 0


def test_the_floating_point_network_evaluates_as_the_core_does() -> None:
    data = PositionData(CORE, POSITIONS, TARGETS)
    model = Model(NumpyArrays(), data.layout, 32, 3)
    random = np.random.default_rng(2)
    model.parameters["linear"] += random.normal(0, 0.2, model.parameters["linear"].shape).astype(np.float32)
    logits = model.forward(model.batch(data.indices, data.counts), data.shares)[0]
    network = new_network_of(TURM, 32, model.numbers(CORE.scale))
    scores = CORE.evaluate(POSITIONS, network.compiled()).reshape(-1, 4)[:, 0]
    assert np.max(np.abs(scores - logits * CORE.scale / np.log(10))) < 20


def test_a_fit_can_be_repeated() -> None:
    assert fitted() == fitted()
    assert fitted(FitOptions(**{**options_of(TINY), "seed": 5})).numbers != fitted().numbers


def options_of(options: FitOptions) -> dict[str, Any]:
    return {name: getattr(options, name) for name in options.__slots__}


def test_an_interrupted_fit_continues_from_its_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "some.checkpoint"
    seen: list[Epoch] = []
    stopped = fitted(checkpoint=file, on_epoch=seen.append, stop=lambda: len(seen) == 2)
    assert len(stopped.epochs) == 2
    # The second epoch was not saved: the signal to stop had come.
    again: list[Epoch] = []
    continued = fitted(checkpoint=file, on_epoch=again.append)
    assert [epoch.number for epoch in again] == [2, 3]
    assert continued == fitted()
    # A finished one is not trained again.
    assert fitted(checkpoint=file, on_epoch=lambda epoch: pytest.fail("no epoch is left")) == continued


def test_a_fit_that_is_stopped_within_an_epoch_has_the_parameters_before_it() -> None:
    assert fit(CORE, POSITIONS, TARGETS, TINY, stop=lambda: True) is None
    seen: list[Epoch] = []
    after_one = fitted(on_epoch=seen.append, stop=lambda: len(seen) == 1)
    polls = 0

    def in_the_second() -> bool:
        nonlocal polls
        polls += len(again) == 1
        return polls > 3

    again: list[Epoch] = []
    assert fitted(on_epoch=again.append, stop=in_the_second) == after_one
    assert len(after_one.epochs) == 1


def test_a_checkpoint_of_another_fit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "some.checkpoint"
    fitted(checkpoint=file)
    content = file.read_bytes()
    with pytest.raises(BoardwrightError, match=r"is of another fit: expected hidden 32, found 16$"):
        fitted(FitOptions(**{**options_of(TINY), "hidden": 32}), checkpoint=file)
    with pytest.raises(BoardwrightError, match=r"is of another fit: expected checksum [0-9a-f]+, found [0-9a-f]+$"):
        fit(CORE, POSITIONS, 1 - TARGETS, TINY, checkpoint=file)
    for damaged in (b"", b"text", content[:-100], content[:100]):
        file.write_bytes(damaged)
        with pytest.raises(BoardwrightError, match=DAMAGED):
            fitted(checkpoint=file)
    with pytest.raises(BoardwrightError, match=r"cannot be written: No such file or directory$"):
        fitted(checkpoint=tmp_path / "nowhere" / "some.checkpoint")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda header, arrays: header.update(settings=[]), DAMAGED),
        (lambda header, arrays: header.update(state=3), DAMAGED),
        (lambda header, arrays: header["state"].pop("steps"), DAMAGED),
        (lambda header, arrays: header["state"].pop("random"), DAMAGED),
        (lambda header, arrays: header["state"]["epochs"].pop(), DAMAGED),
        (lambda header, arrays: header["state"]["epochs"][0].pop("loss"), DAMAGED),
        (lambda header, arrays: header["state"]["epochs"][0].update(loss="low"), DAMAGED),
        (
            lambda header, arrays: header["state"].update(random={"bit_generator": "PCG64", "state": 1}),
            DAMAGED,
        ),
        (lambda header, arrays: arrays.pop("means.bias"), DAMAGED),
        (lambda header, arrays: arrays.update(other=arrays["means.bias"]), DAMAGED),
        (lambda header, arrays: arrays.update({"means.bias": arrays["means.bias"][:1]}), DAMAGED),
        (lambda header, arrays: arrays.update({"means.bias": arrays["means.bias"] * np.nan}), DAMAGED),
        (lambda header, arrays: header.update(version=1), "is of another fit: expected version 2, found 1$"),
        (lambda header, arrays: header["settings"].pop("rate"), "another fit: expected rate 0.01, found none$"),
        (lambda header, arrays: header["settings"].update(more=1), "another fit: expected no more, found 1$"),
    ],
)
def test_a_checkpoint_that_is_not_whole_is_refused(
    tmp_path: Path, change: Callable[[dict[str, Any], dict[str, Any]], object], message: str
) -> None:
    file = tmp_path / "some.checkpoint"
    fitted(checkpoint=file)
    with np.load(file) as archive:
        arrays: dict[str, Any] = dict(archive)
    header = json.loads(arrays.pop(STATE).tobytes())
    change(header, arrays)
    arrays[STATE] = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    with file.open("wb") as stream:
        np.savez(stream, **arrays)
    with pytest.raises(BoardwrightError, match=message):
        fitted(checkpoint=file)


def test_a_lack_of_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def forward(*arguments: object) -> Any:
        raise MemoryError

    monkeypatch.setattr(Model, "forward", forward)
    with pytest.raises(BoardwrightError, match=r"not enough memory for batches of 64 .*: expected a smaller --batch"):
        fitted()


def test_a_sum_that_overflows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Model, "largest_sum", lambda model, inputs: 40_000)
    with pytest.raises(BoardwrightError, match=r"too large for 16 bits \(40000, limit 32767\): expected a larger"):
        fitted()


def test_a_fit_that_diverges_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BoardwrightError, match=r"^--rate 0\.01 times --decay 200 is 2: expected less than 1"):
        fitted(FitOptions(**{**options_of(TINY), "decay": 200}))
    monkeypatch.setattr(Model, "loss", lambda model, logits, targets: float("nan"))
    with pytest.raises(BoardwrightError, match="the loss of epoch 1 is not finite, expected a smaller --rate"):
        fitted()


def test_the_largest_sum_is_that_of_the_integers() -> None:
    data = PositionData(CORE, POSITIONS, TARGETS)
    model = Model(NumpyArrays(), data.layout, 16, 1)
    model.parameters["rows"][:] = 1
    model.parameters["bias"][:] = 2
    inputs = model.batch(data.indices, data.counts)
    counts = max(sum(abs(count) for count in row) for row in data.counts.tolist())
    assert model.largest_sum(inputs) == 255 * (counts + 2)


def test_the_loss_of_the_zero_network_is_known() -> None:
    numbers = array("h", bytes(4 * CORE.layout.features))
    assert loss_by_core(CORE, numbers, 0, POSITIONS, TARGETS) == pytest.approx(np.log(2))
    assert loss_by_core(CORE, numbers, 0, POSITIONS[:0], TARGETS[:0]) == 0


def test_a_fit_on_pytorch_is_as_on_numpy(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from boardwright.training.arrays import TorchArrays

    here, there = fitted(arrays=open_arrays("cpu")), fitted(arrays=TorchArrays("cpu"))
    assert there.epochs[-1].validation_loss == pytest.approx(here.epochs[-1].validation_loss, abs=1e-3)
    seen: list[Epoch] = []
    file = tmp_path / "some.checkpoint"
    fitted(arrays=TorchArrays("cpu"), checkpoint=file, on_epoch=seen.append, stop=lambda: len(seen) == 2)
    assert fitted(arrays=TorchArrays("cpu"), checkpoint=file) == there
    if not torch.cuda.is_available():
        with pytest.raises(BoardwrightError, match="there is no CUDA device: expected --device cpu"):
            open_arrays("cuda")
