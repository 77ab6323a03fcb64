// The transposition table: what earlier searches found, shared by all threads without locks.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "game.hpp"

namespace boardwright {

inline constexpr std::size_t most_megabytes = std::size_t{1} << 20;

// The bytes of a table that may have so many megabytes.
inline std::size_t table_bytes(std::size_t megabytes) {
    if (megabytes > most_megabytes)
        throw std::length_error("expected a table of at most " + std::to_string(most_megabytes) + " MB");
    return megabytes << 20;
}

// Sixteen bits that nearly always tell the moves of one position apart.
using Signature = std::uint16_t;
constexpr Signature signature(Move move) { return static_cast<Signature>((move + 1) * 0x9e3779b97f4a7c15u >> 48); }

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Entry {
    Signature move = 0;
    std::int16_t score = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::none;
    std::uint8_t generation = 0;
};

// Two words an entry, the key mixed with the data: an entry that two threads write at once fails its
// check and is simply not found. That is the whole argument for reading and writing without locks:
// every access is an atomic one, and torn pairs are never taken for entries.
class Table {
public:
    explicit Table(std::size_t megabytes) {
        const std::size_t wanted = table_bytes(megabytes) / sizeof(Bucket);
        count_ = std::bit_floor(std::max<std::size_t>(wanted, 1));
        const std::size_t bytes = count_ * sizeof(Bucket);
        void* memory = ::operator new(bytes, alignment);
#ifdef __linux__
        // Every probe is somewhere else: with large pages finding its address takes no second look-up.
        madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        buckets_.reset(static_cast<Bucket*>(memory));
        std::uninitialized_value_construct_n(buckets_.get(), count_);
    }

    // A new search. A fresh one finds nothing that was stored before it, so that it is repeatable.
    void begin(bool fresh) {
        fresh_ = fresh;
        if (++generation_ % generations == 0) {
            for (std::size_t i = 0; i < count_; ++i)
                for (Slot& slot : buckets_[i].slot) slot.check.store(0), slot.data.store(0);
            ++generation_;
        }
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    bool find(std::uint64_t key, Entry& entry) const {
        for (const Slot& slot : bucket(key).slot) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || !data) continue;
            entry = unpacked(data);
            if (!fresh_ || entry.generation == current()) return true;
        }
        return false;
    }

    void store(std::uint64_t key, Entry entry) {
        entry.generation = current();
        Slot* worst = nullptr;
        int least = 1 << 20;
        for (Slot& slot : bucket(key).slot) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            const Entry old = unpacked(data);
            const bool ours = data && old.generation == current();
            if (data && (slot.check.load(std::memory_order_relaxed) ^ data) == key && (ours || !fresh_)) {
                // The same position: a shallower result replaces a deeper one of this search only if exact.
                if (ours && entry.bound != Bound::exact && entry.depth + 3 < old.depth) return;
                if (!entry.move) entry.move = old.move;
                worst = &slot;
                break;
            }
            const int worth = !data || (fresh_ && !ours) ? -1 : old.depth + (ours ? 256 : 0);
            if (worth < least) least = worth, worst = &slot;
        }
        const std::uint64_t data = packed(entry);
        worst->check.store(key ^ data, std::memory_order_relaxed);
        worst->data.store(data, std::memory_order_relaxed);
    }

private:
    static constexpr unsigned generations = 256;
    struct Slot {
        std::atomic<std::uint64_t> check{0}, data{0};
    };
    struct alignas(64) Bucket {
        Slot slot[4];
    };
    static constexpr std::align_val_t alignment{2 << 20};
    struct Release {
        void operator()(Bucket* buckets) const { ::operator delete(static_cast<void*>(buckets), alignment); }
    };

    Bucket& bucket(std::uint64_t key) const { return buckets_[key & (count_ - 1)]; }
    std::uint8_t current() const { return static_cast<std::uint8_t>(generation_ % generations); }

    static std::uint64_t packed(const Entry& entry) {
        return std::uint64_t{entry.move} | std::uint64_t{static_cast<std::uint16_t>(entry.score)} << 16 |
               std::uint64_t{entry.depth} << 32 | std::uint64_t{static_cast<std::uint8_t>(entry.bound)} << 40 |
               std::uint64_t{entry.generation} << 42;
    }
    static Entry unpacked(std::uint64_t data) {
        return {static_cast<Signature>(data),
                static_cast<std::int16_t>(data >> 16),
                static_cast<std::uint8_t>(data >> 32),
                static_cast<Bound>(data >> 40 & 3),
                static_cast<std::uint8_t>(data >> 42)};
    }

    std::unique_ptr<Bucket[], Release> buckets_;
    std::size_t count_;
    unsigned generation_ = 0;
    bool fresh_ = false;
};

}  // namespace boardwright
