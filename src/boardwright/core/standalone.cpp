// Self-play without Python, for machines that have none: the same files as `boardwright selfplay`, byte for byte.
//
// The core has no start positions and no names of variants besides its own: both come from the file of the network,
// whose first line `engine/network.py` describes. `training/sample_files.py` describes the file of games.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "all_games.hpp"
#include "jobs.hpp"

namespace boardwright {
namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

constexpr std::uint64_t block_games = 20, most_number = 999'999'999'999'999'999;
constexpr std::uint64_t most_games = 1'000'000'000'000;
constexpr std::uint64_t max_blocks = std::uint64_t{1} << 32;
constexpr int max_threads = 256, max_shards = 999'999;
constexpr std::size_t max_header = 1000;
constexpr const char* usage =
    "usage: boardwright-core selfplay GAME --network FILE --to FILE [--games N] [--nodes N] [--random-plies N]\n"
    "                                 [--seed S] [--threads N] [--shard K/N]\n"
    "       boardwright-core kernels\n";

// Ends the program with one line.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class... Parts> [[noreturn]] void fail(const Parts&... parts) {
    std::ostringstream message;
    (message << ... << parts);
    throw Failure(message.str());
}

// The CRC-32 of zlib.
std::uint32_t crc32(const std::uint8_t* bytes, std::size_t size) {
    static const auto table = [] {
        std::array<std::uint32_t, 256> made{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t value = i;
            for (int bit = 0; bit < 8; ++bit) value = value & 1 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
            made[i] = value;
        }
        return made;
    }();
    std::uint32_t crc = ~0u;
    for (std::size_t i = 0; i < size; ++i) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >> 8);
    return ~crc;
}

std::string hexadecimal(std::uint32_t number) {
    char text[9];
    std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(number));
    return text;
}

// A whole number; false for any other text.
bool parse(std::string_view text, std::uint64_t& number, int base = 10) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc{} && end == text.data() + text.size();
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

// The file of a network: the fields of its first line by name, and the integers.
struct NetworkFile {
    std::string game;
    std::map<std::string, std::string, std::less<>> fields;
    std::vector<std::int16_t> numbers;

    std::uint64_t field(const char* name, int base = 10) const {
        std::uint64_t number = 0;
        const auto found = fields.find(name);
        if (found == fields.end() || !parse(found->second, number, base)) return ~std::uint64_t{0};
        return number;
    }
};

NetworkFile read_network(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) fail("the network '", name, "' cannot be read");
    std::string data{std::istreambuf_iterator<char>(file), {}};
    const std::size_t end = data.find('\n');
    const std::vector<std::string_view> words = split(std::string_view(data).substr(0, end), ' ');
    if (end == std::string::npos || words.size() < 5 || words[0] != "boardwright" || words[1] != "network" ||
        words[2] != "1")
        fail("the file '", name, "' is not a network");
    NetworkFile network{std::string(words[3]), {}, std::vector<std::int16_t>((data.size() - end - 1) / 2)};
    for (std::size_t i = 4; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        if (equals != std::string_view::npos)
            network.fields.emplace(words[i].substr(0, equals), words[i].substr(equals + 1));
    }
    const auto* payload = reinterpret_cast<const std::uint8_t*>(data.data()) + end + 1;
    if (crc32(payload, data.size() - end - 1) != network.field("crc32", 16))
        fail("the file '", name, "' is damaged: its checksum is wrong");
    std::memcpy(network.numbers.data(), payload, network.numbers.size() * sizeof(std::int16_t));
    return network;
}

struct Options {
    std::string game, network, to;
    std::uint64_t games = 1000, nodes = 1000, random_plies = 10, seed = 0, threads = 0, shard = 0, shards = 1;
};

// The blocks of one shard, each played by one thread; they are taken in order.
template <Game G> class Blocks final : public Job {
public:
    Blocks(const typename G::Position& start, std::shared_ptr<const Network> network, const Options& options,
           std::uint64_t first, std::uint64_t end)
        : start_(start), network_(std::move(network)), options_(options), first_(first) {
        total_ = end > first ? end - first : 0;
        run(static_cast<int>(options.threads));
    }
    ~Blocks() override { stop_and_join(); }

    // The number of a block of this shard among those of all shards.
    std::uint64_t number(std::uint64_t index) const { return options_.shard + index * options_.shards; }

    // The records of a block, once they are there.
    std::vector<std::uint8_t> take(std::uint64_t index) {
        std::unique_lock lock(mutex_);
        finished_.wait(lock, [&] { return records_.contains(index); });
        std::vector<std::uint8_t> found = std::move(records_[index]);
        records_.erase(index);
        return found;
    }

private:
    void work(std::size_t at) override {
        const std::uint64_t index = first_ + at;
        // `seed_of_block` in training/selfplay_jobs.py.
        const std::uint64_t seed = options_.seed * 0x9E3779B97F4A7C15u + number(index);
        const auto job = Jobs<G>::selfplay(
            start_, {block_games, options_.nodes, seed, static_cast<int>(options_.random_plies)}, network_, 1);
        while (!job->wait(0.1))
            if (stop_.asked()) job->stop();
        const std::lock_guard lock(mutex_);
        records_[index] = job->records();
        finished_.notify_all();
    }

    typename G::Position start_;
    std::shared_ptr<const Network> network_;
    Options options_;
    std::uint64_t first_;
    std::mutex mutex_;
    std::condition_variable finished_;
    std::map<std::uint64_t, std::vector<std::uint8_t>> records_;
};

struct BlockHead {
    char magic[4];
    std::uint32_t number, length, checksum;
};
constexpr char magic[4] = {'B', 'L', 'K', '1'};

// Creates the file, or drops a last block that runs past its end; returns the number of its blocks.
std::uint64_t open_games(const std::string& name, const std::string& header, const Options& options) {
    std::error_code error;
    if (!std::filesystem::exists(name, error) || std::filesystem::file_size(name, error) == 0) {
        std::ofstream file(name, std::ios::binary);
        if (!(file << header << std::flush)) fail("the file '", name, "' cannot be written");
        return 0;
    }
    std::ifstream file(name, std::ios::binary);
    std::string line;
    if (!file || !std::getline(file, line)) fail("the file '", name, "' cannot be read");
    if (!line.starts_with(R"({"boardwright": "games", )"))
        fail("the file '", name, "' exists and is not a self-play file: expected another name");
    if (line + '\n' != header)
        fail("the file '", name, "' holds games with other settings: expected ", header.substr(0, header.size() - 1),
             ", found ", line.substr(0, max_header));
    const std::uint64_t size = std::filesystem::file_size(name, error);
    std::uint64_t blocks = 0, end = header.size();
    std::vector<char> payload;
    for (BlockHead head; file.read(reinterpret_cast<char*>(&head), sizeof head);) {
        const auto damaged = [&](const auto&... reason) {
            fail("the file '", name, "' is damaged at block ", blocks + 1, ": ", reason...);
        };
        const std::uint64_t expected = options.shard + blocks * options.shards;
        if (std::memcmp(head.magic, magic, sizeof magic) != 0) damaged("expected it to start with 'BLK1'");
        if (head.number != expected) damaged("its number is ", head.number, ", expected ", expected);
        const std::uint64_t left = size - end - sizeof head;
        payload.resize(std::min<std::uint64_t>(head.length, left));
        if (!file.read(payload.data(), static_cast<std::streamsize>(payload.size())))
            fail("the file '", name, "' cannot be read");
        if (head.length > left) {
            // A wrong length must not hide the blocks that follow.
            const auto following = static_cast<std::uint32_t>(expected + options.shards);
            char next[sizeof magic + sizeof following];
            std::memcpy(next, magic, sizeof magic);
            std::memcpy(next + sizeof magic, &following, sizeof following);
            if (std::search(payload.begin(), payload.end(), std::begin(next), std::end(next)) != payload.end())
                damaged("its length is wrong");
            break;
        }
        if (crc32(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size()) != head.checksum)
            damaged("its checksum is wrong");
        ++blocks, end += sizeof head + head.length;
    }
    file.close();
    std::filesystem::resize_file(name, end, error);
    if (error) fail("the file '", name, "' cannot be written: ", error.message());
    return blocks;
}

template <Game G> void play(const Options& options, const NetworkFile& file) {
    constexpr FeatureLayout layout = layout_of<G>();
    const auto hidden = static_cast<int>(std::min<std::uint64_t>(file.field("hidden"), 1 << 20));
    if (file.field("layout") != static_cast<std::uint64_t>(layout.version) ||
        file.field("features") != static_cast<std::uint64_t>(layout.features))
        fail("the file '", options.network, "' does not fit: expected a network of ", options.game, ", layout ",
             layout.version, " of ", layout.features, " features");
    if (!Network::is_hidden_size(hidden) ||
        file.numbers.size() != Network::numbers(layout.features, layout.first_input, hidden))
        fail("the file '", options.network, "' is damaged: its size is wrong");
    typename G::Packed packed{};
    const auto start = file.fields.find("start");
    const auto words = split(start == file.fields.end() ? std::string_view{} : start->second, ',');
    typename G::Position position;
    bool valid = words.size() == G::Packed::size;
    for (std::size_t i = 0; valid && i < words.size(); ++i) valid = parse(words[i], packed.word[i], 16);
    if (!valid || !G::unpack(packed, position) || G::outcome(position).over())
        fail("the file '", options.network, "' has no start position: write the network once more with Boardwright");

    const auto* numbers = reinterpret_cast<const std::uint8_t*>(file.numbers.data());
    std::ostringstream header;
    header << R"({"boardwright": "games", "format": 1, "game": ")" << options.game << R"(", "layout": )"
           << layout.version << R"(, "nodes": )" << options.nodes << R"(, "random_plies": )" << options.random_plies
           << R"(, "seed": )" << options.seed << R"(, "network": ")"
           << hexadecimal(crc32(numbers, file.numbers.size() * sizeof(std::int16_t))) << R"(", "shard": )"
           << options.shard << R"(, "shards": )" << options.shards << "}\n";
    const std::uint64_t wanted = (options.games + block_games - 1) / block_games;
    if (options.shard + (wanted - 1) * options.shards >= max_blocks)
        fail("a file cannot hold ", options.games, " games: expected at most ",
             ((max_blocks - options.shard - 1) / options.shards + 1) * block_games, " for shard ", options.shard + 1,
             "/", options.shards);
    const std::uint64_t first = open_games(options.to, header.str(), options);
    std::ofstream out(options.to, std::ios::binary | std::ios::app);
    const auto network =
        std::make_shared<const Network>(Network::of(file.numbers.data(), layout.features, layout.first_input, hidden));
    Blocks<G> blocks(position, network, options, first, wanted);
    for (std::uint64_t index = first; index < wanted; ++index) {
        const std::vector<std::uint8_t> records = blocks.take(index);
        BlockHead head{{},
                       static_cast<std::uint32_t>(blocks.number(index)),
                       static_cast<std::uint32_t>(records.size()),
                       crc32(records.data(), records.size())};
        std::memcpy(head.magic, magic, sizeof magic);
        out.write(reinterpret_cast<const char*>(&head), sizeof head);
        out.write(reinterpret_cast<const char*>(records.data()), static_cast<std::streamsize>(records.size()));
        if (!out.flush()) fail("the file '", options.to, "' cannot be written");
    }
    std::cout << std::max(first, wanted) * block_games << " games of " << options.game << " in " << options.to << "\n";
}

// Plays the game with a name; false where there is none.
template <class... Gs>
bool play_named(GameList<Gs...>, const std::string& name, const Options& options, const NetworkFile& file) {
    const auto play_one = [&]<class G>() {
        if (std::ranges::count(names_of<G>(), name) == 0) return false;
        if constexpr (HasFeatures<G>) play<G>(options, file);
        else fail(name, " has no evaluation with a network");
        return true;
    };
    return (play_one.template operator()<Gs>() || ...);
}
template <class... Gs> std::string names(GameList<Gs...>) {
    std::string all;
    const auto add = [&]<class G>() {
        for (const char* name : names_of<G>()) all += (all.empty() ? "" : ", ") + std::string(name);
    };
    (add.template operator()<Gs>(), ...);
    return all;
}

std::uint64_t whole_number(const std::string& flag, const std::string& text, std::uint64_t least, std::uint64_t most) {
    std::uint64_t number = 0;
    if (!parse(text, number) || number < least || number > most)
        fail(flag, " '", text, "': expected a whole number from ", least, " to ", most);
    return number;
}

Options read_options(const std::vector<std::string>& arguments) {
    Options options;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string& flag = arguments[i];
        if (!flag.starts_with("--")) {
            if (!options.game.empty()) fail("unexpected argument '", flag, "'");
            options.game = flag;
            continue;
        }
        if (++i == arguments.size()) fail(flag, " needs a value");
        const std::string& value = arguments[i];
        if (flag == "--network") options.network = value;
        else if (flag == "--to") options.to = value;
        else if (flag == "--games") options.games = whole_number(flag, value, 1, most_games);
        else if (flag == "--nodes") options.nodes = whole_number(flag, value, 1, most_number);
        else if (flag == "--random-plies") options.random_plies = whole_number(flag, value, 0, max_random_plies);
        else if (flag == "--seed") options.seed = whole_number(flag, value, 0, most_number);
        else if (flag == "--threads") options.threads = whole_number(flag, value, 1, max_threads);
        else if (flag == "--shard") {
            const auto parts = split(value, '/');
            if (parts.size() != 2 || !parse(parts[0], options.shard) || !parse(parts[1], options.shards) ||
                options.shard < 1 || options.shard > options.shards || options.shards > max_shards)
                fail("--shard '", value, "': expected K/N with K from 1 to N");
            --options.shard;
        } else {
            fail("unknown option ", flag);
        }
    }
    if (options.game.empty() || options.network.empty() || options.to.empty())
        fail("expected GAME, --network FILE and --to FILE");
    if (options.threads == 0)
        options.threads = std::clamp<unsigned>(std::thread::hardware_concurrency(), 1, max_threads);
    return options;
}

void list_kernels() {
    for (const Kernel& kernel : kernels())
        std::cout << kernel.name
                  << (kernel.hidden_output == hidden_output ? "  in use"
                      : kernel.supported                    ? ""
                                                            : "  not supported by this processor")
                  << "\n";
}

void run(const std::vector<std::string>& arguments) {
    if (arguments.size() == 1 && arguments[0] == "kernels") return list_kernels();
    if (arguments.empty() || arguments[0] != "selfplay") fail("expected selfplay or kernels");
    const Options options = read_options(arguments);
    const NetworkFile file = read_network(options.network);
    if (file.game != options.game)
        fail("the file '", options.network, "' does not fit: it is a network of ", file.game, ", expected ",
             options.game);
    if (!play_named(AllGames{}, options.game, options, file))
        fail("unknown game '", options.game, "': expected ", names(AllGames{}));
}

}  // namespace
}  // namespace boardwright

int main(int count, char** values) {
    const std::vector<std::string> arguments(values + 1, values + count);
    if (!arguments.empty() && (arguments[0] == "--help" || arguments[0] == "-h")) {
        std::cout << boardwright::usage;
        return 0;
    }
    try {
        boardwright::run(arguments);
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << "\n";
        return 2;
    }
    return 0;
}
