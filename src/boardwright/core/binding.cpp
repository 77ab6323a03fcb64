// The Python module of the core: its jobs, its games.
#include "any_core.hpp"
#include "rooms.hpp"
#include "score.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace boardwright;

nb::dict told(const PlayoutTotals& totals) {
    nb::dict figures;
    figures["games"] = totals.games;
    figures["plies"] = totals.plies;
    figures["choices"] = totals.choices;
    figures["shortest"] = totals.games ? totals.shortest : 0;
    figures["longest"] = totals.longest;
    figures["most_choices"] = totals.most_choices;
    nb::list endings;
    for (int kind = 0; kind < 3; ++kind)
        for (int reason = 0; reason < PlayoutTotals::most_reasons; ++reason)
            if (const std::uint64_t games = totals.endings[kind][reason]) endings.append(nb::make_tuple(kind, reason, games));
    figures["endings"] = endings;
    return figures;
}

// What a depth found, as Python's plain values; a certain end with its distance, any other line with none.
nb::tuple told(const SearchReport& report) {
    nb::list lines;
    for (const SearchLine& line : report.lines) {
        const nb::object end = is_decided(line.score) ? nb::cast(distance(line.score)) : nb::none();
        lines.append(nb::make_tuple(line.score, end, line.moves, line.ending));
    }
    return nb::make_tuple(report.depth, report.nodes, report.seconds, lines);
}

std::unique_ptr<Search> start_search(const AnyCore& core, std::shared_ptr<Table> table, nb::handle path, int depth,
                                     std::uint64_t nodes, double seconds, int lines, bool plain, std::uint64_t seed,
                                     std::shared_ptr<Weights> weights, std::shared_ptr<const Endings> endings, int threads) {
    if (depth < 1 || lines < 1 || threads < 1)
        throw nb::value_error("expected a depth, a number of lines and a number of threads from 1");
    const std::uint64_t proving = depth > deepest ? 0 : most_proving;
    return core.start_search(std::move(table), path, {std::min(depth, deepest), nodes, seconds, lines, proving},
                             {plain, seed, std::move(weights), std::move(endings)}, threads);
}

std::unique_ptr<Selfplay> start_selfplay(const AnyCore& core, nb::handle position, std::uint64_t games, std::uint64_t nodes,
                                         std::uint64_t seed, int random_plies, std::shared_ptr<Weights> weights, int threads) {
    if (nodes < 1 || random_plies < 0 || random_plies > 1000 || threads < 1)
        throw nb::value_error("expected nodes and a number of threads from 1, and random plies from 0 to 1000");
    return core.start_selfplay(position, {games, nodes, seed, random_plies}, std::move(weights), threads);
}

// From numbers of two bytes: those for all pieces on the board first, then as many for few.
std::shared_ptr<Weights> read_weights(nb::bytes halves) {
    if (halves.size() % (2 * sizeof(std::int16_t))) throw nb::value_error("expected four bytes a weight");
    const std::size_t count = halves.size() / (2 * sizeof(std::int16_t));
    std::vector<std::int16_t> numbers(2 * count);
    std::memcpy(numbers.data(), halves.data(), numbers.size() * sizeof(std::int16_t));
    auto weights = std::make_shared<Weights>();
    for (std::size_t i = 0; i < count; ++i) weights->of.push_back(weight(numbers[i], numbers[count + i]));
    return weights;
}

// The values of a class from bytes that Python has read; one for each position.
void add_ending(Endings& endings, int number, int stage, nb::bytes values) {
    if (number < 0 || number >= static_cast<int>(Endings::most_classes) || stage < 0 || stage >= Endings::most_stages)
        throw nb::value_error("there is no such class or stage of endings");
    const auto* first = static_cast<const std::uint8_t*>(values.data());
    if (std::any_of(first, first + values.size(), [](std::uint8_t byte) { return Known::of(byte).plies > Known::most_plies; }))
        throw nb::value_error("expected bytes below 255");
    endings.add(number, stage, {first, first + values.size()});
}

// Of a buffer, the first half for side 0 and the second for side 1.
template <class T>
void read_halves(nb::bytes bytes, std::vector<T> (&halves)[2]) {
    const std::size_t items = bytes.size() / sizeof(T) / 2;
    const auto* first = static_cast<const char*>(bytes.data());
    for (const std::size_t side : {0, 1}) {
        halves[side].resize(items);
        std::memcpy(halves[side].data(), first + side * items * sizeof(T), items * sizeof(T));
    }
}

std::unique_ptr<VectorFace> vector_from(const AnyCore& core, nb::handle position, std::size_t games, int actions, int cells,
                                       nb::bytes actions_of_ways, nb::bytes cells_of_places, bool dense,
                                       nb::sequence buffers) {
    if (actions < 1 || actions > 32767 || cells < 1 || cells > 256 || nb::len(buffers) != 6)
        throw nb::value_error("expected 1 to 32767 actions, 1 to 256 cells and six buffers");
    EncodingTables tables;
    read_halves(actions_of_ways, tables.actions);
    read_halves(cells_of_places, tables.cells);
    return core.new_vector(position, games, {actions, cells, dense ? actions : (actions + 63) / 64}, tables, dense, buffers);
}

nb::list told(const EndingWork& work) {
    nb::list classes;
    for (const auto& [number, values] : work.values())
        classes.append(nb::make_tuple(number, nb::bytes(values.data(), values.size())));
    return classes;
}

}  // namespace

NB_MODULE(_core, module) {
    // Python keeps the cores in a cache until it ends; that is no leak.
    nb::set_leak_warnings(false);
    module.doc() = "The rules of the built-in games for speed, over packed positions.";
    module.attr("deepest") = deepest;
    module.attr("most_megabytes") = most_megabytes;

    nb::class_<Job>(module, "Job", "Work that goes on in threads of its own; dropping it stops it.")
        .def_prop_ro("total", &Job::total, "How many pieces the work has.")
        .def_prop_ro("done", &Job::done, "How many of them are done.")
        .def_prop_ro("stopped", &Job::stopped)
        .def("stop", &Job::stop, "Ask the workers to end soon.")
        .def("wait", &Job::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Wait so long at most; whether all workers have ended.");

    nb::class_<Perft, Job>(module, "Perft", "A count of lines that goes on in threads of its own.")
        .def_prop_ro("first_moves", &Perft::first_moves)
        .def_prop_ro("shares", &Perft::shares, "What was counted for each first move so far.");

    nb::class_<Playouts, Job>(module, "Playouts", "Random games that go on in threads of their own.")
        .def_prop_ro("totals", [](const Playouts& playouts) { return told(playouts.totals()); },
                     "What the games that are done had in common.");

    nb::class_<Table>(module, "Table", "What searches remember.")
        .def(nb::init<std::size_t>(), "megabytes"_a);

    nb::class_<Weights>(module, "Weights", "What was learned about a game.")
        .def(nb::new_(&read_weights), "halves"_a);

    nb::class_<Selfplay, Job>(module, "Selfplay", "Games of the search against itself, in threads of their own.")
        .def("samples", [](const Selfplay& job) {
            const Samples samples = job.samples();
            return nb::make_tuple(copied(samples.words), copied(samples.scores), copied(samples.results),
                                  copied(samples.left), copied(samples.sides));
        });

    nb::class_<Endings>(module, "Endings", "What is known of endings: a byte for each position of a class.")
        .def(nb::init<>())
        .def("add", &add_ending, "number"_a, "stage"_a, "values"_a);

    nb::class_<EndingWork, Job>(module, "EndingWork", "An ending that is worked out in threads of its own.")
        .def_prop_ro("positions", &EndingWork::positions)
        .def_prop_ro("looked_at", &EndingWork::looked_at, "How many positions have been looked at once.")
        .def("values", [](const EndingWork& work) { return told(work); }, "The bytes of each class; once the work is done.");

    nb::class_<Search, Job>(module, "Search", "A search that goes on in threads of its own.")
        .def_prop_ro("nodes", &Search::nodes)
        .def_prop_ro("seconds", &Search::seconds)
        .def(
            "reports",
            [](const Search& search, std::size_t first) {
                nb::list reports;
                for (const SearchReport& report : search.reports(first)) reports.append(told(report));
                return reports;
            },
            "first"_a, "What the depths from this one on have found.");

    nb::class_<VectorFace>(module, "Vector", "Many games that are played action by action.")
        .def("reset", &VectorFace::reset, "seed"_a)
        .def("step", &VectorFace::step, "actions"_a, "The first game whose action is not legal, where nothing is done, or -1.")
        .def("choose", &VectorFace::choose, "actions"_a, "Write a random legal action for each game.");

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
        .def_prop_ro("lesson",
                     [](const AnyCore& core) {
                         const Lesson lesson = core.lesson();
                         return nb::make_tuple(lesson.hindsight, lesson.foresight, lesson.spread);
                     })
        .def("judge", &AnyCore::judge, "positions"_a, "weights"_a)
        .def_prop_ro("features", &AnyCore::features)
        .def("list_features", &AnyCore::list_features, "positions"_a)
        .def("start_selfplay", &start_selfplay, "position"_a, "games"_a, "nodes"_a, "seed"_a, "random_plies"_a, "weights"_a,
             "threads"_a)
        .def("start_search", &start_search, "table"_a, "path"_a, "depth"_a, "nodes"_a, "seconds"_a, "lines"_a, "plain"_a,
             "seed"_a, "weights"_a, "endings"_a.none(), "threads"_a)
        .def("materials", &AnyCore::materials)
        .def("start_ending", &AnyCore::start_ending, "endings"_a, "number"_a, "threads"_a)
        .def("known", &AnyCore::known, "endings"_a, "positions"_a)
        .def_prop_ro("encoded", &AnyCore::encoded)
        .def("new_vector", &vector_from, "position"_a, "games"_a, "actions"_a, "cells"_a, "actions_of_ways"_a,
             "cells_of_places"_a, "dense"_a, "buffers"_a);

    module.def(
        "cores",
        [] {
            AnyCores cores;
            add_all_rooms(cores);
            return cores;
        },
        "All games of the core.");
}
