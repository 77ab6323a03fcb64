"""``boardwright train``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.arena.matches import play_match
from boardwright.cli.html_output import page_file
from boardwright.cli.inputs import write_file
from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_game, add_json, add_number, add_seed, add_workers, whole_number
from boardwright.cli.program import interrupted
from boardwright.cli.terminal import bar, interruption
from boardwright.cli.train_weights import fit_options_of, print_comparison, require_writable, train_weights
from boardwright.core import HIDDEN_SIZES, find_core, has_cpp_rules
from boardwright.core.library import header_of
from boardwright.engine.network import HEAD
from boardwright.errors import BoardwrightError, quoted
from boardwright.executors import open_executor
from boardwright.game import AnyGame
from boardwright.paths import expanded
from boardwright.registry import find_game
from boardwright.training.fit_options import FULL_FIT, QUICK_FIT, WEIGHTS_FIT, FitOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardwright.training.fit_options import Epoch
    from boardwright.training.generation import Generation
    from boardwright.training.generations import Learned

ABOUT = "train the evaluation of a game, on files of games or by self-play from scratch"

MATCH_NODES = 2000
MAX_EPOCHS = 10_000
MAX_BATCH, MAX_DECAY = 1 << 20, 1000


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "samples",
        metavar="SAMPLES",
        nargs="*",
        help="files of boardwright selfplay to train on; without any, train over generations of self-play from scratch",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="short generations and a small network, about five minutes, which loses to the game's own network; two "
        "minutes for weights",
    )
    parser.add_argument(
        "--to",
        metavar="FILE",
        help="file for the network (default: ./GAME.network), or for the weights of a game without a core, whether "
        "they are better or not (default: GAME.weights.json beside it, only if they are better)",
    )
    sizes = [size for size in HIDDEN_SIZES if size]
    parser.add_argument(
        "--hidden",
        type=_hidden,
        metavar="N",
        help=f"hidden units: {_choices(sizes)} (default: {FULL_FIT.hidden}; {QUICK_FIT.hidden} with --quick)",
    )
    parser.add_argument(
        "--epochs",
        type=whole_number(1, MAX_EPOCHS),
        metavar="N",
        help=f"passes over the positions (default: {FULL_FIT.epochs}; {QUICK_FIT.epochs} with --quick"
        f"{_weights_default(WEIGHTS_FIT.epochs)})",
    )
    parser.add_argument(
        "--batch",
        type=whole_number(1, MAX_BATCH),
        metavar="N",
        help=f"positions in a batch (default: {FULL_FIT.batch}{_weights_default(WEIGHTS_FIT.batch)})",
    )
    parser.add_argument(
        "--rate",
        type=_number(1, zero=False),
        metavar="X",
        help=f"learning rate of the first batch (default: {FULL_FIT.rate:g}; {QUICK_FIT.rate:g} with --quick"
        f"{_weights_default(WEIGHTS_FIT.rate)})",
    )
    parser.add_argument(
        "--decay",
        type=_number(MAX_DECAY),
        metavar="X",
        help=f"weight decay (default: {FULL_FIT.decay:g}; {QUICK_FIT.decay:g} with --quick"
        f"{_weights_default(WEIGHTS_FIT.decay)})",
    )
    parser.add_argument(
        "--result-weight",
        type=_number(1),
        metavar="W",
        help="share of the game's result in a training target; the rest is the search score (default: the game's own)",
    )
    parser.add_argument(
        "--device", choices=("cpu", "cuda"), default="cpu", help="cpu (NumPy, the default) or cuda (PyTorch on a GPU)"
    )
    parser.add_argument("--page", metavar="FILE.html", help="file for a page with the loss curves")
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="save the state of a training on SAMPLES after each epoch, and continue from an existing one",
    )
    add_number(
        parser,
        "--games",
        whole_number(0),
        40,
        "games in each of the final matches: against the zero network (or the default weights), and against the game's "
        "own; 0 for none; weights are better if they score more than 50%% in each",
    )
    add_seed(parser)
    add_workers(parser)
    add_json(parser)


def _weights_default(value: float) -> str:
    return f"; {value:g} without a core"


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    header = header_of(game)
    if header is not None and find_core(game) is not None:
        raise BoardwrightError(
            f"the engine plays {game.full_name} by {header.name} and the evaluation in it, which is not trained: "
            "expected a game without a header; rename it while you train weights for the Python rules"
        )
    if header is not None or not has_cpp_rules(game):
        return train_weights(game, options)
    from boardwright.training.page import training_page

    if options.samples and options.quick:
        raise BoardwrightError("--quick is for self-play: expected SAMPLES or --quick, not both")
    if options.checkpoint and not options.samples:
        raise BoardwrightError("--checkpoint is for a training on files: expected SAMPLES")
    fit_options = fit_options_of(options, QUICK_FIT if options.quick else FULL_FIT)
    file = _file(options.to or f"{game.full_name.replace(':', '-')}.network")
    page = None if options.page is None else page_file(options.page)
    checkpoint = None if options.checkpoint is None else expanded(options.checkpoint)
    if checkpoint is not None:
        require_writable(checkpoint, options.checkpoint)
    _require_different(file, page, checkpoint, options.samples)
    _require_once(options.samples)
    with interruption() as stop:
        train = _train_on_files if options.samples else _train_by_generations
        finished = train(game, options, fit_options, file, stop)
        stopped = stop()
    if finished:
        if page is not None:
            write_file(str(page), training_page(game, finished), replace=True)
        if not options.json:
            print(f"network written to {file}" + (f", page to {page}" if page else ""))
        if not stopped:
            _compare(game, file, options)
    return interrupted(as_json=options.json) if stopped else None


def _train_on_files(
    game: AnyGame, options: argparse.Namespace, fit_options: FitOptions, file: Path, stop: Callable[[], bool]
) -> list[Learned]:
    from boardwright.training.arrays import open_arrays
    from boardwright.training.generations import learn_from_files

    def on_epoch(epoch: Epoch) -> None:
        if options.json:
            print_json({"epoch": epoch.number, "loss": epoch.loss, "validation_loss": epoch.validation_loss})
        else:
            losses = f"loss {epoch.loss:.4f}, validation loss {epoch.validation_loss:.4f}"
            print(f"epoch {epoch.number} of {fit_options.epochs}  {losses}", flush=True)

    learned = learn_from_files(
        game,
        [expanded(name) for name in options.samples],
        fit_options,
        result_weight=options.result_weight,
        arrays=open_arrays(options.device),
        checkpoint=None if options.checkpoint is None else expanded(options.checkpoint),
        on_epoch=on_epoch,
        stop=stop,
    )
    if learned is None:
        return []
    _report(learned, fit_options.epochs, file, options)
    return [learned]


def _train_by_generations(
    game: AnyGame, options: argparse.Namespace, fit_options: FitOptions, file: Path, stop: Callable[[], bool]
) -> list[Learned]:
    from boardwright.training.arrays import open_arrays
    from boardwright.training.generations import FULL, QUICK, learn

    generations = QUICK if options.quick else FULL
    finished: list[Learned] = []

    def on_learned(learned: Learned) -> None:
        finished.append(learned)
        _report(learned, fit_options.epochs, file, options)

    arrays = open_arrays(options.device)
    with (
        open_executor(options.threads, options.ray) as executor,
        bar(sum(generation.games for generation in generations)) as advance,
    ):
        learn(
            game,
            generations,
            fit_options,
            result_weight=options.result_weight,
            executor=executor,
            arrays=arrays,
            on_game=lambda number, done: advance(*_progress(generations, number, done)),
            on_learned=on_learned,
            stop=stop,
        )
    return finished


def _file(name: str) -> Path:
    """Return the path of the network; raise before the first game if it cannot be written."""
    file = expanded(name)
    if "," in name:
        raise BoardwrightError(
            f"the file {quoted(name)} cannot be used in a player specification: expected a name without a comma"
        )
    require_writable(file, name)
    if file.is_file():
        with file.open("rb") as stream:
            head = stream.read(len(HEAD))
        if head and head != HEAD:
            raise BoardwrightError(f"the file {quoted(name)} cannot be written: it exists and is not a network")
    return file


def _require_different(file: Path, page: Path | None, checkpoint: Path | None, samples: list[str]) -> None:
    """Raise if two options name the same file."""
    named = [("--to", file), ("--page", page), ("--checkpoint", checkpoint)]
    seen: dict[Path, str] = {}
    for what, path in [*named, *(("SAMPLES", expanded(name)) for name in samples)]:
        if path is None:
            continue
        other = seen.setdefault(path.resolve(), what)
        if other != what:
            raise BoardwrightError(
                f"{other} and {what} are the same file {quoted(str(path))}: expected different files"
            )


def _require_once(samples: list[str]) -> None:
    """Raise if a file of games is given twice: its positions would count twice, and be validated by themselves."""
    seen: set[Path] = set()
    for name in samples:
        path = expanded(name).resolve()
        if path in seen:
            raise BoardwrightError(f"the file {quoted(name)} is given twice: expected each file once")
        seen.add(path)


def _hidden(text: str) -> int:
    """Parse a number of hidden units (argparse type)."""
    sizes = {str(size): size for size in HIDDEN_SIZES if size}
    if text not in sizes:
        raise argparse.ArgumentTypeError(f"{quoted(text)}: expected {_choices(list(sizes.values()))}")
    return sizes[text]


def _choices(sizes: list[int]) -> str:
    return " or ".join(part for part in (", ".join(map(str, sizes[:-1])), *map(str, sizes[-1:])) if part)


def _number(most: float, *, zero: bool = True) -> Callable[[str], float]:
    """Return an argparse type for numbers from 0 to a maximum."""

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not (0 < number <= most or (zero and number == 0)):
            least = "from 0" if zero else "above 0,"
            raise argparse.ArgumentTypeError(f"{quoted(text)}: expected a number {least} to {most:g}")
        return number

    return parse


def _progress(generations: tuple[Generation, ...], number: int, done: int) -> tuple[int, str]:
    before = sum(generation.games for generation in generations[:number])
    return before + done, f"generation {number + 1} of {len(generations)}"


def _report(learned: Learned, epochs: int, file: Path, options: argparse.Namespace) -> None:
    """Write the network, and print what was learned."""
    learned.network.write(file)
    fit, generation = learned.fit, learned.generation
    last = fit.epochs[-1]
    whole = last.number == epochs
    if options.json:
        played = {} if generation is None else {"games": learned.games, "nodes": generation.nodes}
        print_json(
            played
            | {
                "positions": learned.positions,
                "hidden": learned.network.hidden,
                "loss": last.loss,
                "validation_loss": last.validation_loss,
                "rounded_loss": fit.rounded_loss,
                "network": str(file),
                "complete": whole,
            }
        )
        return
    games = "" if generation is None else f"{learned.games} games of {generation.nodes} nodes per move  "
    print(
        f"{games}{learned.positions} positions  loss {last.loss:.4f}, "
        f"validation loss {last.validation_loss:.4f}, after rounding {fit.rounded_loss:.4f}"
        + ("" if whole else f", after {last.number} of {epochs} epochs"),
        flush=True,
    )


def _compare(game: AnyGame, file: Path, options: argparse.Namespace) -> None:
    """Play matches of the new network against the zero network and against the game's own."""
    player = f"engine:nodes={MATCH_NODES}"
    for whom, network in (("the zero network", ",network=zero"), ("the game's own network", "")):
        if options.games:
            result = play_match(
                game,
                (f"{player},network={file}", player + network),
                games=options.games,
                seed=options.seed,
                jobs=options.threads,
            )
            print_comparison(whom, result, as_json=options.json)
