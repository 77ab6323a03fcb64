// Transposition table, shared by all threads without locks.
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

inline constexpr std::size_t max_megabytes = std::size_t{1} << 20;

// The size of a hash table in bytes; throws where it is out of range.
inline std::size_t table_bytes(std::size_t megabytes) {
    if (megabytes > max_megabytes)
#ifdef __cpp_exceptions
        throw std::length_error("expected a table of at most " + std::to_string(max_megabytes) + " MB");
#else
        __builtin_trap();
#endif
    return megabytes << 20;
}

// A 16-bit hash that nearly always tells the moves of one position apart.
using MoveHash = std::uint16_t;
constexpr MoveHash move_hash(Move move) { return static_cast<MoveHash>((move + 1) * 0x9e3779b97f4a7c15u >> 48); }

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct TtEntry {
    MoveHash move = 0;
    std::int16_t score = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::none;
    std::uint8_t generation = 0;
};

// Two words, the data and the key XORed with it (Hyatt's lockless hashing): when two threads write a slot at the same
// time, the check fails and the probe misses. Every access is atomic.
struct LocklessSlot {
    std::atomic<std::uint64_t> check{0}, data{0};

    bool probe(std::uint64_t key, std::uint64_t& stored) const {
        stored = data.load(std::memory_order_relaxed);
        return (check.load(std::memory_order_relaxed) ^ stored) == key;
    }
    void store(std::uint64_t key, std::uint64_t value) {
        check.store(key ^ value, std::memory_order_relaxed);
        data.store(value, std::memory_order_relaxed);
    }
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes) {
        const std::size_t wanted = table_bytes(megabytes) / sizeof(Bucket);
        count_ = std::bit_floor(std::max<std::size_t>(wanted, 1));
        const std::size_t bytes = count_ * sizeof(Bucket);
        void* memory = ::operator new(bytes, alignment);
#ifdef __linux__
        // Probes are random accesses: huge pages save most TLB misses.
        madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        buckets_.reset(static_cast<Bucket*>(memory));
        std::uninitialized_value_construct_n(buckets_.get(), count_);
    }

    // Starts a new search. An isolated one ignores entries of earlier searches, so that it is reproducible.
    void new_search(bool isolated) {
        isolated_ = isolated;
        if (++generation_ % generations == 0) {
            for (std::size_t i = 0; i < count_; ++i)
                for (LocklessSlot& slot : buckets_[i].slot) slot.check.store(0), slot.data.store(0);
            ++generation_;
        }
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    bool probe(std::uint64_t key, TtEntry& entry) const {
        for (const LocklessSlot& slot : bucket(key).slot) {
            std::uint64_t data;
            if (!slot.probe(key, data) || !data) continue;
            entry = unpacked(data);
            if (!isolated_ || entry.generation == current()) return true;
        }
        return false;
    }

    void store(std::uint64_t key, TtEntry entry) {
        entry.generation = current();
        LocklessSlot* victim = nullptr;
        int lowest = 1 << 20;
        for (LocklessSlot& slot : bucket(key).slot) {
            std::uint64_t data;
            const bool same = slot.probe(key, data);
            const TtEntry old = unpacked(data);
            const bool ours = data && old.generation == current();
            if (data && same && (ours || !isolated_)) {
                // The same position: of this search, a much shallower result replaces a deeper one only if exact.
                if (ours && entry.bound != Bound::exact && entry.depth + 3 < old.depth) return;
                if (!entry.move) entry.move = old.move;
                victim = &slot;
                break;
            }
            const int value = !data || (isolated_ && !ours) ? -1 : old.depth + (ours ? 256 : 0);
            if (value < lowest) lowest = value, victim = &slot;
        }
        victim->store(key, packed(entry));
    }

private:
    static constexpr unsigned generations = 256;
    struct alignas(64) Bucket {
        LocklessSlot slot[4];
    };
    static constexpr std::align_val_t alignment{2 << 20};
    struct Release {
        void operator()(Bucket* buckets) const { ::operator delete(static_cast<void*>(buckets), alignment); }
    };

    Bucket& bucket(std::uint64_t key) const { return buckets_[key & (count_ - 1)]; }
    std::uint8_t current() const { return static_cast<std::uint8_t>(generation_ % generations); }

    static std::uint64_t packed(const TtEntry& entry) {
        return std::uint64_t{entry.move} | std::uint64_t{static_cast<std::uint16_t>(entry.score)} << 16 |
               std::uint64_t{entry.depth} << 32 | std::uint64_t{static_cast<std::uint8_t>(entry.bound)} << 40 |
               std::uint64_t{entry.generation} << 42;
    }
    static TtEntry unpacked(std::uint64_t data) {
        return {static_cast<MoveHash>(data), static_cast<std::int16_t>(data >> 16),
                static_cast<std::uint8_t>(data >> 32), static_cast<Bound>(data >> 40 & 3),
                static_cast<std::uint8_t>(data >> 42)};
    }

    std::unique_ptr<Bucket[], Release> buckets_;
    std::size_t count_;
    unsigned generation_ = 0;
    bool isolated_ = false;
};

}  // namespace boardwright
