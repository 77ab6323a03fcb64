// The Python extension module.
#include "any_core.hpp"
#include "game_packages.hpp"
#include "score.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace boardwright;

nb::dict to_python(const PlayoutTotals& totals) {
    nb::dict figures;
    figures["games"] = totals.games;
    figures["plies"] = totals.plies;
    figures["choices"] = totals.choices;
    figures["shortest"] = totals.games ? totals.shortest : 0;
    figures["longest"] = totals.longest;
    figures["max_choices"] = totals.max_choices;
    nb::list endings;
    for (int kind = 0; kind < 3; ++kind)
        for (int reason = 0; reason < PlayoutTotals::max_reasons; ++reason)
            if (const std::uint64_t games = totals.endings[kind][reason])
                endings.append(nb::make_tuple(kind, reason, games));
    figures["endings"] = endings;
    return figures;
}

// A report as plain Python values; a proven line with its distance, any other with none.
nb::tuple to_python(const SearchReport& report) {
    nb::list lines;
    for (const SearchLine& line : report.lines) {
        const nb::object end = is_proven(line.score) ? nb::cast(plies_to_end(line.score)) : nb::none();
        lines.append(nb::make_tuple(line.score, end, line.moves, line.bitbase));
    }
    return nb::make_tuple(report.depth, report.nodes, report.seconds, lines);
}

std::unique_ptr<Search> start_search(const AnyCore& core, std::shared_ptr<TranspositionTable> table, nb::handle path,
                                     int depth, std::uint64_t nodes, double seconds, int lines, bool baseline,
                                     std::uint64_t seed, std::shared_ptr<Weights> weights,
                                     std::shared_ptr<const Bitbases> bitbases, int threads) {
    if (depth < 1 || lines < 1 || threads < 1)
        fail("expected a depth, a number of lines and a number of threads from 1");
    const std::uint64_t proving_nodes = depth > max_depth ? 0 : max_proving_nodes;
    return core.start_search(std::move(table), path, {std::min(depth, max_depth), nodes, seconds, lines, proving_nodes},
                             {baseline, seed, std::move(weights), std::move(bitbases)}, threads);
}

std::unique_ptr<Selfplay> start_selfplay(const AnyCore& core, nb::handle position, std::uint64_t games,
                                         std::uint64_t nodes, std::uint64_t seed, int random_plies,
                                         std::shared_ptr<Weights> weights, int threads) {
    if (nodes < 1 || random_plies < 0 || random_plies > max_random_plies || threads < 1)
        fail("expected nodes and a number of threads from 1, and random plies from 0 to ", max_random_plies);
    return core.start_selfplay(position, {games, nodes, seed, random_plies}, std::move(weights), threads);
}

// From int16 numbers: the middlegame weights, then as many endgame weights.
std::shared_ptr<Weights> read_weights(nb::bytes halves) {
    if (halves.size() % (2 * sizeof(std::int16_t))) fail("expected four bytes a weight");
    const std::size_t count = halves.size() / (2 * sizeof(std::int16_t));
    std::vector<std::int16_t> numbers(2 * count);
    std::memcpy(numbers.data(), halves.data(), numbers.size() * sizeof(std::int16_t));
    auto weights = std::make_shared<Weights>();
    for (std::size_t i = 0; i < count; ++i) weights->of.push_back(weight(numbers[i], numbers[count + i]));
    return weights;
}

// Adds the values of a class, one byte for each position.
void add_bitbase(Bitbases& bitbases, int number, int stage, nb::bytes values) {
    if (number < 0 || number >= static_cast<int>(Bitbases::max_classes) || stage < 0 || stage >= Bitbases::max_stages)
        fail("there is no such class or stage of bitbases");
    const auto* first = static_cast<const std::uint8_t*>(values.data());
    if (std::any_of(first, first + values.size(),
                    [](std::uint8_t byte) { return BitbaseValue::of(byte).plies > BitbaseValue::max_plies; }))
        fail("expected bytes below 255");
    bitbases.add(number, stage, {first, first + values.size()});
}

// Splits a buffer: the first half for side 0, the second for side 1.
template <class T> void read_halves(nb::bytes bytes, std::vector<T> (&halves)[2]) {
    const std::size_t items = bytes.size() / sizeof(T) / 2;
    const auto* first = static_cast<const char*>(bytes.data());
    for (const std::size_t side : {0, 1}) {
        halves[side].resize(items);
        std::memcpy(halves[side].data(), first + side * items * sizeof(T), items * sizeof(T));
    }
}

std::unique_ptr<VectorBinding> make_vector_env(const AnyCore& core, nb::handle position, std::size_t games, int actions,
                                               int cells, nb::bytes actions_of_raw, nb::bytes cells_of_places,
                                               bool dense, nb::sequence buffers) {
    if (actions < 1 || actions > 32767 || cells < 1 || cells > 256 || nb::len(buffers) != 6)
        fail("expected 1 to 32767 actions, 1 to 256 cells and six buffers");
    EncodingTables tables;
    read_halves(actions_of_raw, tables.actions);
    read_halves(cells_of_places, tables.cells);
    return core.new_vector_env(position, games, {actions, cells, dense ? actions : (actions + 63) / 64}, tables, dense,
                               buffers);
}

nb::list to_python(const BitbaseJob& job) {
    nb::list classes;
    for (const auto& [number, values] : job.values())
        classes.append(nb::make_tuple(number, nb::bytes(values.data(), values.size())));
    return classes;
}

}  // namespace

NB_MODULE(_core, module) {
    // Python caches the cores until it exits, which is not a leak.
    nb::set_leak_warnings(false);
    module.doc() = "The compiled rules of the built-in games, over packed positions.";
    module.attr("draw_clock_reach") = draw_clock_reach;
    module.attr("history_planes") = history_planes;
    module.attr("max_depth") = max_depth;
    module.attr("max_megabytes") = max_megabytes;
    module.attr("max_quiet_plies") = QuietClock::max_quiet_plies;
    module.attr("phases") = phases;
    module.attr("quiet_step") = quiet_step;
    module.attr("win_score") = win_score;

    nb::class_<Job>(module, "Job", "Background work on several threads; dropping the object stops it.")
        .def_prop_ro("total", &Job::total, "Number of chunks.")
        .def_prop_ro("done", &Job::done, "Number of finished chunks.")
        .def_prop_ro("stopped", &Job::stopped)
        .def("stop", &Job::stop, "Ask the workers to stop.")
        .def("wait", &Job::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Wait up to this long; whether all workers have finished.");

    nb::class_<Perft, Job>(module, "Perft", "Perft in the background.")
        .def_prop_ro("root_moves", &Perft::root_moves)
        .def_prop_ro("counts", &Perft::counts, "The leaves counted so far, by root move.");

    nb::class_<Playouts, Job>(module, "Playouts", "Playouts in the background.")
        .def_prop_ro(
            "totals", [](const Playouts& playouts) { return to_python(playouts.totals()); },
            "Statistics of the finished games.");

    nb::class_<TranspositionTable>(module, "TranspositionTable", "Transposition table.")
        .def(nb::init<std::size_t>(), "megabytes"_a);

    nb::class_<Weights>(module, "Weights", "Weights of an evaluation.").def(nb::new_(&read_weights), "halves"_a);

    nb::class_<Selfplay, Job>(module, "Selfplay", "Self-play in the background.")
        .def("samples", [](const Selfplay& job) {
            const Samples samples = job.samples();
            return nb::make_tuple(copied(samples.words), copied(samples.scores), copied(samples.results),
                                  copied(samples.left), copied(samples.sides));
        });

    nb::class_<Bitbases>(module, "Bitbases", "Bitbases: one byte for each position of a class.")
        .def(nb::init<>())
        .def("add", &add_bitbase, "number"_a, "stage"_a, "values"_a);

    nb::class_<BitbaseJob, Job>(module, "BitbaseJob", "Bitbase generation in the background.")
        .def_prop_ro("positions", &BitbaseJob::positions)
        .def_prop_ro("initialised", &BitbaseJob::initialised, "Number of positions initialised so far.")
        .def("values", [](const BitbaseJob& job) { return to_python(job); }, "The bytes of each class, once finished.");

    nb::class_<Search, Job>(module, "Search", "A search in the background.")
        .def_prop_ro("nodes", &Search::nodes)
        .def_prop_ro("seconds", &Search::seconds)
        .def(
            "reports",
            [](const Search& search, std::size_t first) {
                nb::list reports;
                for (const SearchReport& report : search.reports(first)) reports.append(to_python(report));
                return reports;
            },
            "first"_a, "The reports since this index.");

    nb::class_<VectorBinding>(module, "VectorEnv", "Many games, stepped together by actions.")
        .def("reset", &VectorBinding::reset, "seed"_a)
        .def("step", &VectorBinding::step, "actions"_a,
             "Step all games; the first game with an illegal action, where nothing is done, or -1.")
        .def("sample", &VectorBinding::sample, "actions"_a, "Write a random legal action for each game.");

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
        .def_prop_ro("scale", &AnyCore::scale)
        .def_prop_ro("training",
                     [](const AnyCore& core) {
                         const TrainingParams training = core.training();
                         return nb::make_tuple(training.result_weight, training.td_lambda, training.prior_sigma);
                     })
        .def("evaluate", &AnyCore::evaluate, "positions"_a, "weights"_a)
        .def_prop_ro("features", &AnyCore::features)
        .def("list_features", &AnyCore::list_features, "positions"_a)
        .def("start_selfplay", &start_selfplay, "position"_a, "games"_a, "nodes"_a, "seed"_a, "random_plies"_a,
             "weights"_a, "threads"_a)
        .def("start_search", &start_search, "table"_a, "path"_a, "depth"_a, "nodes"_a, "seconds"_a, "lines"_a,
             "baseline"_a, "seed"_a, "weights"_a, "bitbases"_a.none(), "threads"_a)
        .def("materials", &AnyCore::materials)
        .def("start_bitbase", &AnyCore::start_bitbase, "bitbases"_a, "number"_a, "threads"_a)
        .def("probe", &AnyCore::probe, "bitbases"_a, "positions"_a)
        .def_prop_ro("encoded", &AnyCore::encoded)
        .def("new_vector_env", &make_vector_env, "position"_a, "games"_a, "actions"_a, "cells"_a, "actions_of_raw"_a,
             "cells_of_places"_a, "dense"_a, "buffers"_a);

    module.def(
        "cores",
        [] {
            AnyCores cores;
            add_all_games(cores);
            return cores;
        },
        "All games of the core.");
}
