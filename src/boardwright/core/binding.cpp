// The Python module of the core: its jobs, its games.
#include "any_core.hpp"
#include "rooms.hpp"

namespace nb = nanobind;
using namespace nb::literals;

NB_MODULE(_core, module) {
    using namespace boardwright;
    // Python keeps the cores in a cache until it ends; that is no leak.
    nb::set_leak_warnings(false);
    module.doc() = "The rules of the built-in games for speed, over packed positions.";

    nb::class_<Job>(module, "Job", "Work that goes on in threads of its own; dropping it stops it.")
        .def_prop_ro("total", &Job::total, "How many pieces the work has.")
        .def_prop_ro("done", &Job::done, "How many of them are done.")
        .def_prop_ro("stopped", &Job::stopped)
        .def("stop", &Job::stop, "Ask the workers to end soon.")
        .def("wait", &Job::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Wait so long at most; whether all workers have ended.");

    nb::class_<AnyCore>(module, "Core", "One game; positions are buffers of `words` words each.")
        .def_prop_ro("name", &AnyCore::name)
        .def_prop_ro("words", &AnyCore::words)
        .def_prop_ro("reasons", &AnyCore::reasons)
        .def("count", &AnyCore::count, "positions"_a)
        .def("legal_moves", &AnyCore::legal_moves, "positions"_a)
        .def("play", &AnyCore::play, "positions"_a, "moves"_a)
        .def("outcome", &AnyCore::outcome, "positions"_a)
        .def("hash", &AnyCore::hash, "positions"_a)
        .def("hash_after", &AnyCore::hash_after, "positions"_a, "moves"_a)
        .def("rollouts", &AnyCore::rollouts, "position"_a, "games"_a, "seed"_a)
        .def("start_perft", &AnyCore::start_perft, "position"_a, "depth"_a, "threads"_a, "hash_mb"_a)
        .def("start_playouts", &AnyCore::start_playouts, "position"_a, "games"_a, "seed"_a, "threads"_a)
        .def("perft_shares", &AnyCore::perft_shares, "job"_a)
        .def("playout_totals", &AnyCore::playout_totals, "job"_a);

    module.def(
        "cores",
        [] {
            AnyCores cores;
            add_all_rooms(cores);
            return cores;
        },
        "All games of the core.");
}
