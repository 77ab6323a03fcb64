// Compression of bitbases: blocks of bytes that are decoded one by one, so that a probe decodes only the block it
// needs. A block is LZ77: literals, and copies from a few distances back. The Huffman codes and the distances are
// those of a whole class of positions, so that even a small block needs no tables of its own.
//
// The bytes of a compressed class: the number of positions (8 bytes), the number of distances (1), the distances (2
// each), the lengths of the codes (4 bits each), the offset of each block and of the end (4 each), the blocks. All
// numbers are little-endian, codes are read from the highest bit of a byte on.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace boardwright {

// Canonical Huffman codes of up to `max_bits` bits.
template <int Symbols> struct HuffmanCode {
    static constexpr int max_bits = 12;
    std::array<std::uint8_t, Symbols> lengths{};
    std::array<std::uint16_t, Symbols> codes{};

    // Codes for symbols that occur so often; a symbol that never occurs has none.
    static HuffmanCode of(std::array<std::uint64_t, Symbols> counts) {
        HuffmanCode code;
        // Flatter counts give shorter codes, at worst all of the same length.
        while (!code.set_lengths(counts))
            for (std::uint64_t& count : counts) count = (count + 1) / 2;
        code.assign();
        return code;
    }

    // Codes with given lengths; false where these are impossible.
    bool assign() {
        std::uint32_t next = 0;
        for (int length = 1; length <= max_bits; ++length, next <<= 1)
            for (std::size_t symbol = 0; symbol < Symbols; ++symbol)
                if (lengths[symbol] == length) codes[symbol] = static_cast<std::uint16_t>(next++);
        return next <= 2u << max_bits &&
               std::ranges::all_of(lengths, [](std::uint8_t length) { return length <= max_bits; });
    }

    int cost(std::size_t symbol) const { return lengths[symbol] ? lengths[symbol] : max_bits; }

private:
    bool set_lengths(const std::array<std::uint64_t, Symbols>& counts) {
        struct Node {
            std::uint64_t count;
            std::vector<std::uint16_t> symbols;
        };
        lengths.fill(0);
        std::vector<Node> nodes;
        for (std::size_t symbol = 0; symbol < Symbols; ++symbol)
            if (counts[symbol]) nodes.push_back({counts[symbol], {static_cast<std::uint16_t>(symbol)}});
        if (nodes.size() == 1) lengths[nodes[0].symbols[0]] = 1;
        const auto rarer = [](const Node& one, const Node& other) {
            return std::pair(one.count, one.symbols[0]) > std::pair(other.count, other.symbols[0]);
        };
        std::ranges::make_heap(nodes, rarer);
        const auto pop = [&] {
            std::ranges::pop_heap(nodes, rarer);
            Node node = std::move(nodes.back());
            nodes.pop_back();
            return node;
        };
        while (nodes.size() > 1) {
            Node one = pop();
            const Node other = pop();
            one.count += other.count;
            one.symbols.insert(one.symbols.end(), other.symbols.begin(), other.symbols.end());
            for (const std::uint16_t symbol : one.symbols)
                if (++lengths[symbol] > max_bits) return false;
            nodes.push_back(std::move(one));
            std::ranges::push_heap(nodes, rarer);
        }
        return true;
    }
};

struct BlockFormat {
    static constexpr std::size_t block_size = 4096;
    static constexpr int max_distances = 64;
    // Literals, then the lengths of copies: 2 + n, with n + 1 in a power of two and as many bits more.
    static constexpr int first_length = 256, lengths = 12, symbols = first_length + lengths, min_copy = 2;
    using Symbols = HuffmanCode<symbols>;
    using Distances = HuffmanCode<max_distances>;

    static constexpr int length_class(std::size_t length) {
        return std::bit_width(static_cast<std::uint32_t>(length) - min_copy + 1) - 1;
    }
    static constexpr std::size_t blocks(std::size_t positions) { return (positions + block_size - 1) / block_size; }
};

// A compressed class. It does not own its bytes.
class PackedValues : BlockFormat {
public:
    using BlockFormat::block_size;

    // None for bytes that are not a compressed class.
    static std::optional<PackedValues> of(std::span<const std::uint8_t> bytes) {
        PackedValues packed;
        std::size_t at = 0;
        const auto number = [&](int width) {
            std::uint64_t value = 0;
            for (int i = 0; i < width && at < bytes.size(); ++i) value |= std::uint64_t{bytes[at++]} << 8 * i;
            return value;
        };
        packed.positions_ = number(8);
        const std::size_t distances = number(1);
        if (distances > max_distances) return {};
        for (std::size_t i = 0; i < distances; ++i) packed.distances_[i] = static_cast<std::uint16_t>(number(2));
        Symbols literals;
        Distances back;
        const auto read_lengths = [&](auto& lengths) {
            for (std::size_t i = 0; i < lengths.size(); i += 2) {
                const std::uint64_t two = number(1);
                lengths[i] = two & 15, lengths[i + 1] = static_cast<std::uint8_t>(two >> 4);
            }
        };
        read_lengths(literals.lengths);
        read_lengths(back.lengths);
        // The byte 255 is not a value.
        if (literals.lengths[first_length - 1] || !literals.assign() || !back.assign()) return {};
        if (!fill(packed.symbol_of_, literals) || !fill(packed.distance_of_, back)) return {};
        // Every position takes some part of a byte, so that this bounds the size.
        const std::size_t count = blocks(packed.positions_);
        if (packed.positions_ > bytes.size() * block_size || bytes.size() - at < 4 * (count + 1)) return {};
        packed.offsets_ = bytes.data() + at;
        packed.data_ = packed.offsets_ + 4 * (count + 1);
        const std::size_t size = bytes.size() - at - 4 * (count + 1);
        for (std::size_t block = 0; block < count; ++block)
            if (packed.offset(block) > packed.offset(block + 1)) return {};
        if (packed.offset(count) != size) return {};
        return packed;
    }

    std::size_t positions() const { return positions_; }

    // Decodes a block; false if its bytes are damaged.
    bool decode(std::size_t block, std::uint8_t* target) const {
        const std::size_t size = std::min(block_size, positions_ - block * block_size);
        BitReader bits{data_ + offset(block), data_ + offset(block + 1)};
        for (std::size_t done = 0; done < size;) {
            const auto [symbol, symbol_bits] = symbol_of_[bits.peek()];
            if (!symbol_bits) return false;
            bits.skip(symbol_bits);
            if (symbol < first_length) {
                target[done++] = static_cast<std::uint8_t>(symbol);
                continue;
            }
            const int extra = symbol - first_length;
            std::size_t length = (std::size_t{1} << extra) - 1 + min_copy;
            if (extra) length += bits.peek() >> (Symbols::max_bits - extra), bits.skip(extra);
            const auto [index, distance_bits] = distance_of_[bits.peek()];
            bits.skip(distance_bits);
            const std::size_t distance = distances_[index];
            if (!distance_bits || !distance || distance > done || length > size - done) return false;
            if (distance == 1) std::memset(target + done, target[done - 1], length);
            else
                for (std::size_t i = done; i < done + length; ++i) target[i] = target[i - distance];
            done += length;
        }
        return true;
    }

private:
    struct Entry {
        std::uint16_t symbol = 0;
        std::uint8_t bits = 0;
    };

    struct BitReader {
        const std::uint8_t *next, *end;
        std::uint64_t window = 0;
        int filled = 0;

        // The next `max_bits` bits; zeros after the end.
        std::uint32_t peek() {
            while (filled <= 56) {
                window |= std::uint64_t{next < end ? *next++ : std::uint8_t{0}} << (56 - filled);
                filled += 8;
            }
            return static_cast<std::uint32_t>(window >> (64 - Symbols::max_bits));
        }
        void skip(int bits) { window <<= bits, filled -= bits; }
    };

    template <int Symbols> static bool fill(std::vector<Entry>& table, const HuffmanCode<Symbols>& code) {
        table.resize(std::size_t{1} << code.max_bits);
        for (std::size_t symbol = 0; symbol < Symbols; ++symbol) {
            const int length = code.lengths[symbol], free = code.max_bits - length;
            if (!length) continue;
            const std::size_t first = std::size_t{code.codes[symbol]} << free;
            if (first + (std::size_t{1} << free) > table.size()) return false;
            std::fill_n(table.begin() + static_cast<std::ptrdiff_t>(first), std::size_t{1} << free,
                        Entry{static_cast<std::uint16_t>(symbol), static_cast<std::uint8_t>(length)});
        }
        return true;
    }

    std::size_t offset(std::size_t block) const {
        const std::uint8_t* at = offsets_ + 4 * block;
        return at[0] | std::size_t{at[1]} << 8 | std::size_t{at[2]} << 16 | std::size_t{at[3]} << 24;
    }

    std::size_t positions_ = 0;
    std::array<std::uint16_t, max_distances> distances_{};
    std::vector<Entry> symbol_of_, distance_of_;
    const std::uint8_t *offsets_ = nullptr, *data_ = nullptr;
};

// Compresses the values of a class. Positions whose value is never read are free: they get what compresses best.
class ValuePacker : BlockFormat {
public:
    // Whether the value of a position is never read; must be safe to call from several threads.
    using Free = std::function<bool(std::size_t)>;

    ValuePacker(std::span<const std::uint8_t> values, Free free) : values_(values), free_(std::move(free)) {
        for (const std::uint8_t value : values_) seen_[value] = true;
        blocks_.resize(blocks(values_.size()));
        learn();
    }

    std::size_t size() const { return blocks_.size(); }

    // Compresses one block; different ones may be compressed at the same time.
    void pack(std::size_t block) {
        const Tokens tokens = parsed(block);
        BitWriter bits;
        for (const Token token : tokens) {
            if (!token.copied) {
                bits.add(symbols_.codes[token.what], symbols_.lengths[token.what]);
                continue;
            }
            const int extra = length_class(token.copied);
            const std::size_t symbol = static_cast<std::size_t>(first_length + extra);
            bits.add(symbols_.codes[symbol], symbols_.lengths[symbol]);
            bits.add(static_cast<std::uint32_t>(token.copied - min_copy + 1u) & ((1u << extra) - 1), extra);
            bits.add(back_.codes[token.what], back_.lengths[token.what]);
        }
        blocks_[block] = bits.finished();
    }

    std::vector<std::uint8_t> finished() const {
        std::vector<std::uint8_t> bytes;
        const auto number = [&](std::uint64_t value, int width) {
            for (int i = 0; i < width; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
        };
        number(values_.size(), 8);
        number(distances_.size(), 1);
        for (const std::uint16_t distance : distances_) number(distance, 2);
        const auto write_lengths = [&](const auto& lengths) {
            for (std::size_t i = 0; i < lengths.size(); i += 2) number(lengths[i] | lengths[i + 1] << 4, 1);
        };
        write_lengths(symbols_.lengths);
        write_lengths(back_.lengths);
        std::uint64_t offset = 0;
        for (const auto& block : blocks_) number(std::exchange(offset, offset + block.size()), 4);
        number(offset, 4);
        for (const auto& block : blocks_) bytes.insert(bytes.end(), block.begin(), block.end());
        return bytes;
    }

private:
    // A literal, or a copy of this many bytes from one of the distances.
    struct Token {
        std::uint16_t copied;
        std::uint8_t what;
    };
    using Tokens = std::vector<Token>;

    struct BitWriter {
        std::vector<std::uint8_t> bytes;
        std::uint64_t window = 0;
        int filled = 0;

        void add(std::uint32_t value, int bits) {
            window = window << bits | value, filled += bits;
            for (; filled >= 8; filled -= 8) bytes.push_back(static_cast<std::uint8_t>(window >> (filled - 8)));
        }
        std::vector<std::uint8_t> finished() {
            if (filled) add(0, 8 - filled);
            return std::move(bytes);
        }
    };

    // The distances and the codes, from some of the blocks.
    void learn() {
        static constexpr std::size_t samples = 256;
        const std::size_t step = std::max<std::size_t>(1, blocks_.size() / samples);
        std::vector<std::uint64_t> same(block_size);
        for (std::size_t block = 0; block < blocks_.size(); block += step) {
            const auto [values, free] = read(block);
            for (std::size_t i = 1; i < values.size(); ++i)
                if (!free[i] && values[i] != values[i - 1])
                    for (std::size_t d = 1; d <= i; ++d) same[d] += values[i] == values[i - d] && !free[i - d];
        }
        std::vector<std::uint16_t> all(block_size - 1);
        std::iota(all.begin(), all.end(), std::uint16_t{1});
        std::ranges::stable_sort(all, std::ranges::greater{},
                                 [&](std::uint16_t d) { return d == 1 ? ~0ull : same[d]; });
        distances_.assign(all.begin(), all.begin() + max_distances);
        symbols_.lengths.fill(6);
        back_.lengths.fill(5);
        for (int round = 0; round < 2; ++round) {
            // Every token that may come up needs a code.
            std::array<std::uint64_t, symbols> of_symbols{};
            std::array<std::uint64_t, max_distances> of_distances{};
            for (std::size_t value = 0; value < first_length; ++value) of_symbols[value] = seen_[value];
            std::fill(of_symbols.begin() + first_length, of_symbols.end(), 1);
            of_distances.fill(1);
            for (std::size_t block = 0; block < blocks_.size(); block += step)
                for (const Token token : parsed(block)) {
                    if (!token.copied) ++of_symbols[token.what];
                    else
                        ++of_symbols[static_cast<std::size_t>(first_length + length_class(token.copied))],
                            ++of_distances[token.what];
                }
            symbols_ = Symbols::of(of_symbols);
            back_ = Distances::of(of_distances);
        }
    }

    std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>> read(std::size_t block) const {
        const std::size_t first = block * block_size, size = std::min(block_size, values_.size() - first);
        std::vector<std::uint8_t> values(size), free(size);
        for (std::size_t i = 0; i < size; ++i) values[i] = values_[first + i], free[i] = free_(first + i);
        return {std::move(values), std::move(free)};
    }

    Tokens parsed(std::size_t block) const {
        auto [values, free] = read(block);
        choose_free(values, free);
        return cheapest(values);
    }

    // Sets the free values so that the longest copies become possible, from the first position on.
    void choose_free(std::vector<std::uint8_t>& values, const std::vector<std::uint8_t>& free) const {
        const std::size_t size = values.size();
        for (std::size_t i = 0; i < size;) {
            std::size_t longest = 0, from = 0;
            for (const std::size_t d : distances_) {
                if (d > i) continue;
                std::size_t length = 0;
                // A copy may overlap its own source, where free values are not chosen yet.
                while (i + length < size && (free[i + length] || values[i + length] == source(values, i, d, length)))
                    ++length;
                if (length > longest) longest = length, from = d;
            }
            for (std::size_t j = i; j < i + longest; ++j) values[j] = values[j - from];
            if (!longest && free[i]) {
                const auto next = std::find(free.begin() + static_cast<std::ptrdiff_t>(i), free.end(), 0);
                values[i] = next == free.end() ? 0 : values[static_cast<std::size_t>(next - free.begin())];
            }
            i += std::max<std::size_t>(1, longest);
        }
    }
    static std::uint8_t source(const std::vector<std::uint8_t>& values, std::size_t i, std::size_t d, std::size_t k) {
        return values[i - d + k % d];
    }

    // The tokens with the fewest bits, by dynamic programming from the end; copies are as long as they can be.
    Tokens cheapest(const std::vector<std::uint8_t>& values) const {
        const std::size_t size = values.size();
        std::vector<std::uint32_t> cost(size + 1, 0);
        std::vector<Token> best(size);
        std::vector<std::uint16_t> length(distances_.size(), 0);
        for (std::size_t i = size; i-- > 0;) {
            best[i] = {0, values[i]};
            cost[i] = cost[i + 1] + static_cast<std::uint32_t>(symbols_.cost(values[i]));
            for (std::size_t k = 0; k < distances_.size(); ++k) {
                const std::size_t d = distances_[k];
                length[k] = d <= i && values[i] == values[i - d] ? static_cast<std::uint16_t>(length[k] + 1) : 0;
                if (length[k] < min_copy) continue;
                const int extra = length_class(length[k]);
                const std::uint32_t bits =
                    static_cast<std::uint32_t>(symbols_.cost(static_cast<std::size_t>(first_length + extra)) + extra +
                                               back_.cost(k)) +
                    cost[i + length[k]];
                if (bits < cost[i]) cost[i] = bits, best[i] = {length[k], static_cast<std::uint8_t>(k)};
            }
        }
        Tokens tokens;
        for (std::size_t i = 0; i < size; i += std::max<std::size_t>(1, best[i].copied)) tokens.push_back(best[i]);
        return tokens;
    }

    std::span<const std::uint8_t> values_;
    Free free_;
    std::array<bool, first_length> seen_{};
    std::vector<std::uint16_t> distances_;
    Symbols symbols_;
    Distances back_;
    std::vector<std::vector<std::uint8_t>> blocks_;
};

}  // namespace boardwright
