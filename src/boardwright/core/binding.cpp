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

// The `search_params` that a game uses.
std::vector<SearchParam> params_of(const AnyCore& core) {
    std::vector<SearchParam> used;
    const SearchParams defaults = core.params();
    for (const SearchParam& param : search_params)
        if (param.used_with(defaults)) used.push_back(param);
    return used;
}

// The values of all parameters of a game; its own without any.
std::optional<SearchParams> read_params(const AnyCore& core, const std::vector<int>& values) {
    if (values.empty()) return {};
    const std::vector<SearchParam> used = params_of(core);
    if (values.size() != used.size()) fail("expected ", used.size(), " search parameters");
    SearchParams params = core.params();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const SearchParam& param = used[i];
        if (values[i] < param.min || values[i] > param.max)
            fail("expected ", param.name, " from ", param.min, " to ", param.max, ": found ", values[i]);
        params.*param.value = values[i];
    }
    return params;
}

// Name, default value, and range.
nb::list list_params(const AnyCore& core) {
    nb::list params;
    const SearchParams defaults = core.params();
    for (const SearchParam& param : params_of(core))
        params.append(nb::make_tuple(param.name, defaults.*param.value, param.min, param.max));
    return params;
}

std::unique_ptr<Search> start_search(const AnyCore& core, std::shared_ptr<TranspositionTable> table, nb::handle path,
                                     int depth, std::uint64_t nodes, double seconds, int lines, bool baseline,
                                     std::uint64_t seed, std::shared_ptr<Network> network,
                                     std::shared_ptr<const Bitbases> bitbases, const std::vector<int>& params,
                                     int threads) {
    if (depth < 1 || lines < 1 || threads < 1)
        fail("expected a depth, a number of lines and a number of threads from 1");
    const std::uint64_t proving_nodes = depth > max_depth ? 0 : max_proving_nodes;
    return core.start_search(std::move(table), path, {std::min(depth, max_depth), nodes, seconds, lines, proving_nodes},
                             {baseline, seed, std::move(network), std::move(bitbases), read_params(core, params)},
                             threads);
}

std::unique_ptr<Selfplay> start_selfplay(const AnyCore& core, nb::handle position, std::uint64_t games,
                                         std::uint64_t nodes, std::uint64_t seed, int random_plies,
                                         std::shared_ptr<Network> network, int threads) {
    if (nodes < 1 || random_plies < 0 || random_plies > max_random_plies || threads < 1)
        fail("expected nodes and a number of threads from 1, and random plies from 0 to ", max_random_plies);
    return core.start_selfplay(position, {games, nodes, seed, random_plies}, std::move(network), threads);
}

// Network, search parameters, nodes and seconds per move, megabytes of the transposition table.
using MatchPlayer = std::tuple<std::shared_ptr<Network>, std::vector<int>, std::uint64_t, double, std::size_t>;

std::unique_ptr<Match> start_match(const AnyCore& core, nb::handle position, std::uint64_t pairs, std::uint64_t seed,
                                   int random_plies, const MatchPlayer& first, const MatchPlayer& second, int threads) {
    if (random_plies < 0 || random_plies > max_random_plies || threads < 1)
        fail("expected a number of threads from 1, and random plies from 0 to ", max_random_plies);
    const auto read = [&](const MatchPlayer& player) {
        const auto& [network, params, nodes, seconds, megabytes] = player;
        if (nodes < 1 && !(seconds > 0)) fail("expected nodes or seconds per move");
        table_bytes(megabytes);
        return MatchEngine{{false, 0, network, nullptr, read_params(core, params)}, nodes, seconds, megabytes};
    };
    return core.start_match(position, {pairs, seed, random_plies}, read(first), read(second), threads);
}

nb::dict to_python(const MatchTotals& totals) {
    nb::dict figures;
    figures["won"] = totals.won;
    figures["drawn"] = totals.drawn;
    figures["lost"] = totals.lost;
    figures["pairs"] = std::vector<std::uint64_t>(totals.pairs.begin(), totals.pairs.end());
    nb::list searched;
    for (const MatchTotals::Searched& each : totals.searched)
        searched.append(nb::make_tuple(each.moves, each.nodes, each.depths));
    figures["searched"] = searched;
    return figures;
}

// From the 16-bit integers of a file.
std::shared_ptr<Network> read_network(nb::bytes numbers, int features, int first_input, int hidden) {
    if (features < 0 || first_input < 0 || first_input > features || !Network::is_hidden_size(hidden))
        fail("there is no network of ", features, " features and ", hidden, " hidden units");
    const std::size_t count = Network::numbers(features, first_input, hidden);
    if (numbers.size() != count * sizeof(std::int16_t))
        fail("expected ", count, " numbers of 16 bits: found ", numbers.size(), " bytes");
    std::vector<std::int16_t> copy(count);
    std::memcpy(copy.data(), numbers.data(), numbers.size());
    return std::make_shared<Network>(Network::of(copy.data(), features, first_input, hidden));
}

// Adds a compressed class with its number of positions. Unless it is decoded at once, it keeps the buffer, such as a
// memory-mapped file, until the bitbases are gone.
void add_bitbase(Bitbases& bitbases, int number, int stage, nb::handle buffer, std::size_t first, std::size_t size,
                 std::size_t positions, bool decoded) {
    if (number < 0 || number >= Bitbases::max_classes || stage < 0 || stage >= Bitbases::max_stages)
        fail("there is no such class or stage of bitbases");
    const std::shared_ptr<const BufferView> view(new BufferView(buffer), [](const BufferView* last) {
        const nb::gil_scoped_acquire locked;
        delete last;
    });
    if (first > view->size() || size > view->size() - first) fail("the class is not in the buffer");
    const std::uint8_t* bytes = *view;
    if (!bitbases.add(number, stage, {bytes + first, size}, view, positions, decoded)) fail("the class is damaged");
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
                                               bool dense, bool packed, bool illegal_loses, int autoreset, int threads,
                                               nb::sequence buffers) {
    if (actions < 1 || actions > 32767 || cells < 1 || cells > 256 || threads < 1 || autoreset < 0 || autoreset > 2 ||
        nb::len(buffers) != VectorOutput::buffers)
        fail("expected 1 to 32767 actions, 1 to 256 cells, an autoreset mode, threads and all buffers");
    EncodingTables tables;
    read_halves(actions_of_raw, tables.actions);
    read_halves(cells_of_places, tables.cells);
    return core.new_vector_env(
        position, games, {actions, cells, dense, packed, illegal_loses, static_cast<Autoreset>(autoreset), threads},
        tables, buffers);
}

nb::list to_python(const BitbaseJob& job) {
    nb::list classes;
    for (const auto& [number, bytes] : job.packed())
        classes.append(nb::make_tuple(number, nb::bytes(bytes.data(), bytes.size())));
    return classes;
}

}  // namespace

NB_MODULE(_core, module) {
    // Python caches the cores until it exits, which is not a leak.
    nb::set_leak_warnings(false);
    module.doc() = "The compiled rules of the built-in games, over packed positions.";
    module.attr("draw_clock_reach") = draw_clock_reach;
    module.attr("hidden_sizes") =
        nb::cast(std::vector<int>(Network::hidden_sizes.begin(), Network::hidden_sizes.end()));
    module.attr("history_planes") = history_planes;
    nb::list kernel_names;
    for (const Kernel& kernel : kernels())
        if (kernel.supported) kernel_names.append(kernel.name);
    module.attr("kernels") = kernel_names;
    module.attr("max_depth") = max_depth;
    module.attr("max_megabytes") = max_megabytes;
    module.attr("max_quiet_plies") = QuietClock::max_quiet_plies;
    module.attr("max_random_plies") = max_random_plies;
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

    nb::class_<Network>(module, "Network", "Evaluation network.")
        .def(nb::new_(&read_network), "numbers"_a, "features"_a, "first_input"_a, "hidden"_a)
        .def_ro("hidden", &Network::hidden);

    nb::class_<Selfplay, Job>(module, "Selfplay", "Self-play in the background.")
        .def("records", [](const Selfplay& job) { return copied(job.records()); }, "The games finished so far.");

    nb::class_<Match, Job>(module, "Match", "A match between two engines in the background.")
        .def_prop_ro(
            "totals", [](const Match& match) { return to_python(match.totals()); }, "Results of the finished pairs.");

    nb::class_<Bitbases>(module, "Bitbases", "Bitbases: the value of each position of some classes.")
        .def(nb::init<>())
        .def("add", &add_bitbase, "number"_a, "stage"_a, "buffer"_a, "first"_a, "size"_a, "positions"_a, "decoded"_a);

    nb::class_<BitbaseJob, Job>(module, "BitbaseJob", "Bitbase generation in the background.")
        .def_prop_ro("positions", &BitbaseJob::positions)
        .def_prop_ro("initialised", &BitbaseJob::initialised, "Number of positions initialised so far.")
        .def(
            "packed", [](const BitbaseJob& job) { return to_python(job); }, "Each class, compressed, once finished.")
        .def_prop_ro(
            "totals",
            [](const BitbaseJob& job) {
                const BitbaseTotals totals = job.totals();
                return nb::make_tuple(totals.won, totals.drawn, totals.lost, totals.longest);
            },
            "Positions won, drawn and lost, and the most plies to the next change of material.");

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
        .def("seed", &VectorBinding::seed, "seed"_a)
        .def("reset", &VectorBinding::reset, "games"_a, "positions"_a.none(),
             "Start games, selected by their indices, from packed positions or from the first one.")
        .def("step", &VectorBinding::step, "actions"_a,
             "Step all games; the first game with an illegal action, where nothing is done, or -1.")
        .def("sample", &VectorBinding::sample, "actions"_a, "Write a random legal action for each game.")
        .def("save", &VectorBinding::save, "games"_a, "The states of games.")
        .def("restore", &VectorBinding::restore, "states"_a, "games"_a,
             "Restore games; the index of the first that is not a state of this game, where nothing is done, or -1.");

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
        .def_prop_ro("scale", [](const AnyCore& core) { return core.params().scale; })
        .def_prop_ro("params", &list_params, "The search parameters: name, default, minimum and maximum.")
        .def_prop_ro("result_weight", [](const AnyCore& core) { return core.params().result_weight; })
        .def("evaluate", &AnyCore::evaluate, "positions"_a, "network"_a, "kernel"_a)
        .def_prop_ro("layout",
                     [](const AnyCore& core) {
                         const FeatureLayout layout = core.layout();
                         return nb::make_tuple(layout.features, layout.first_input, layout.version);
                     })
        .def("list_features", &AnyCore::list_features, "positions"_a)
        .def("start_selfplay", &start_selfplay, "position"_a, "games"_a, "nodes"_a, "seed"_a, "random_plies"_a,
             "network"_a, "threads"_a)
        .def("start_match", &start_match, "position"_a, "pairs"_a, "seed"_a, "random_plies"_a, "first"_a, "second"_a,
             "threads"_a)
        .def("read_games", &AnyCore::read_games, "records"_a)
        .def("start_search", &start_search, "table"_a, "path"_a, "depth"_a, "nodes"_a, "seconds"_a, "lines"_a,
             "baseline"_a, "seed"_a, "network"_a, "bitbases"_a.none(), "params"_a, "threads"_a)
        .def("materials", &AnyCore::materials)
        .def("start_bitbase", &AnyCore::start_bitbase, "bitbases"_a, "number"_a, "threads"_a)
        .def("probe", &AnyCore::probe, "bitbases"_a, "positions"_a)
        .def_prop_ro("encoded", &AnyCore::encoded)
        .def("new_vector_env", &make_vector_env, "position"_a, "games"_a, "actions"_a, "cells"_a, "actions_of_raw"_a,
             "cells_of_places"_a, "dense"_a, "packed"_a, "illegal_loses"_a, "autoreset"_a, "threads"_a, "buffers"_a);

    module.def(
        "cores",
        [] {
            AnyCores cores;
            add_all_games(cores);
            return cores;
        },
        "All games of the core.");
}
