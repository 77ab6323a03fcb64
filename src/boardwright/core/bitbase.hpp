// Bitbases: the exact value of every position of some endgames.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "block_codec.hpp"

namespace boardwright {

// Win, draw or loss for the side to move.
enum class Wdl : std::uint8_t { unknown, draw, loss, win };

// A value with the distance to conversion: the plies until the material changes for good, with best play.
struct BitbaseValue {
    static constexpr int max_plies = 126;
    Wdl wdl = Wdl::unknown;
    int plies = 0;

    // Draws are zero, so that an undecided position counts as one.
    constexpr std::uint8_t byte() const {
        return static_cast<std::uint8_t>(wdl >= Wdl::loss ? 1 + 2 * plies + (wdl == Wdl::win) : 0);
    }
    static constexpr BitbaseValue of(std::uint8_t byte) {
        if (!byte) return {Wdl::draw, 0};
        return {(byte - 1) % 2 ? Wdl::win : Wdl::loss, (byte - 1) / 2};
    }
};

// The loaded bitbases of a game. Positions are indexed within a class of equal material; a class leads only to classes
// of lower stages, and to those of its own stage that belong to the same material.
//
// Small classes are decoded when they are added. Of large ones a probe decodes a block, and keeps it in a cache that
// all threads share.
class Bitbases {
public:
    static constexpr int max_classes = 4096, max_stages = 25;

    // Adds a compressed class with its number of positions; its bytes live as long as `owner`. False where they are
    // damaged.
    bool add(int number, int stage, std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner,
             std::size_t positions, bool decoded) {
        const std::optional<PackedValues> packed = PackedValues::of(bytes);
        if (!packed || !positions || packed->positions() != positions) return false;
        auto added = std::make_unique<Class>(Class{stage, packed->positions(), {}, *packed, std::move(owner)});
        if (decoded) {
            const std::size_t blocks = (added->positions + block_size - 1) / block_size;
            added->values.resize(blocks * block_size);
            for (std::size_t block = 0; block < blocks; ++block)
                if (!packed->decode(block, added->values.data() + block * block_size)) return false;
            added->owner.reset();
        } else if (!cache_) {
            cache_ = std::make_unique<CachedBlock[]>(cached_blocks);
        }
        classes_[static_cast<std::size_t>(number)] = std::move(added);
        return true;
    }
    bool has(int number) const { return number >= 0 && classes_[static_cast<std::size_t>(number)]; }
    BitbaseValue probe(int number, std::size_t index) const {
        const Class& one = *classes_[static_cast<std::size_t>(number)];
        if (index >= one.positions) return {};
        if (!one.values.empty()) return BitbaseValue::of(one.values[index]);
        return probe_block(one, static_cast<std::uint64_t>(number) << 48 | index / block_size, index);
    }
    int stage(int number) const { return classes_[static_cast<std::size_t>(number)]->stage; }
    std::size_t positions(int number) const { return classes_[static_cast<std::size_t>(number)]->positions; }

private:
    static constexpr std::size_t block_size = PackedValues::block_size, cached_blocks = 4096;
    struct Class {
        int stage;
        std::size_t positions;
        std::vector<std::uint8_t> values;
        PackedValues packed;
        std::shared_ptr<const void> owner;
    };
    struct CachedBlock {
        std::atomic_flag busy;
        std::uint64_t key = ~std::uint64_t{0};
        std::uint8_t values[block_size];
    };

    // Where another thread holds the place in the cache, the block is decoded for this probe alone.
    BitbaseValue probe_block(const Class& one, std::uint64_t key, std::size_t index) const {
        CachedBlock& cached = cache_[(key * 0x9e3779b97f4a7c15) >> 52];
        static_assert(cached_blocks == 1 << 12);
        const std::size_t block = index / block_size, at = index % block_size;
        if (cached.busy.test_and_set(std::memory_order_acquire)) {
            std::uint8_t values[block_size];
            return one.packed.decode(block, values) ? BitbaseValue::of(values[at]) : BitbaseValue{};
        }
        if (cached.key != key) cached.key = one.packed.decode(block, cached.values) ? key : ~std::uint64_t{0};
        const BitbaseValue value = cached.key == key ? BitbaseValue::of(cached.values[at]) : BitbaseValue{};
        cached.busy.clear(std::memory_order_release);
        return value;
    }

    std::vector<std::unique_ptr<const Class>> classes_ = std::vector<std::unique_ptr<const Class>>(max_classes);
    std::unique_ptr<CachedBlock[]> cache_;
};

}  // namespace boardwright
