// Bitbase generation by retrograde analysis: a position is won if some move leads to a lost one, and lost if
// every move leads to a won one. What is never found to be either is drawn.
//
// Sweep n decides the positions that are won or lost in n plies, using the sweeps before it only, so that neither
// the order of positions nor the number of threads matters. Only predecessors of positions that were just decided
// are examined again.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <tuple>
#include <vector>

#include "bitbase_probe.hpp"
#include "bits.hpp"
#include "block_codec.hpp"
#include "evaluation.hpp"
#include "jobs.hpp"

namespace boardwright {

// A bit set that several threads add to.
class AtomicBitSet {
public:
    explicit AtomicBitSet(std::size_t size) : words_((size + 63) / 64) {}

    void add(std::size_t number) {
        std::atomic<std::uint64_t>& word = words_[number / 64];
        const std::uint64_t flag = std::uint64_t{1} << number % 64;
        if (!(word.load(std::memory_order_relaxed) & flag)) word.fetch_or(flag, std::memory_order_relaxed);
    }
    std::size_t words() const { return words_.size(); }
    std::uint64_t take(std::size_t word) { return words_[word].exchange(0, std::memory_order_relaxed); }

private:
    std::vector<std::atomic<std::uint64_t>> words_;
};

// One material: a class of positions, and the class with the sides swapped.
template <HasBitbases G> class RetrogradeJob final : public BitbaseJob {
    using Position = typename G::Position;
    using Materials = typename Evaluation<G>::Materials;

public:
    // The classes that the material leads to must be loaded.
    RetrogradeJob(std::shared_ptr<const Bitbases> bitbases, int number, int threads)
        : bitbases_(std::move(bitbases)), threads_(threads), allowed_(Materials::plies_allowed(number)) {
        sides_.emplace_back(number, Materials::size(number));
        if (const int swapped = Materials::swapped(number); swapped != number)
            sides_.emplace_back(swapped, Materials::size(swapped));
        total_ = 1;
        run(1);
    }
    ~RetrogradeJob() override { stop_and_join(); }

    std::uint64_t positions() const override {
        std::uint64_t sum = 0;
        for (const Side& side : sides_) sum += Materials::size(side.number);
        return sum;
    }
    std::uint64_t initialised() const override { return initialised_.load(std::memory_order_relaxed); }
    const std::vector<std::pair<int, std::vector<std::uint8_t>>>& packed() const override { return packed_; }
    BitbaseTotals totals() const override { return totals_; }

private:
    struct Side {
        int number;
        std::vector<std::uint8_t> values;
        AtomicBitSet now, next;
        // By sweep, positions to examine then, because of the distance in another class that they lead to.
        std::array<std::vector<std::uint32_t>, BitbaseValue::max_plies + 2> later;
        Side(int number, std::size_t size) : number(number), values(size), now(size), next(size) {}
    };
    static constexpr std::size_t words_per_chunk = 64;

    void work(std::size_t) override {
        for (Side& side : sides_)
            parallel_for(side.now.words(), [&](std::size_t word) {
                const std::size_t end = std::min(side.values.size(), (word + 1) * 64);
                for (std::size_t index = word * 64; index < end; ++index) examine<true>(side, index, 1);
                initialised_.fetch_add(end - word * 64, std::memory_order_relaxed);
            });
        const int last = allowed_ ? allowed_ : BitbaseValue::max_plies;
        for (int plies = 1; plies <= last && !stop_.asked(); ++plies) sweep(plies);
        for (Side& side : sides_) {
            count(side);
            pack(side);
        }
    }

    void count(const Side& side) {
        Position position;
        for (std::size_t index = 0; index < side.values.size() && !stop_.asked(); ++index) {
            if (!Materials::position(side.number, index, position)) continue;
            const BitbaseValue value = BitbaseValue::of(side.values[index]);
            ++(value.wdl == Wdl::win ? totals_.won : value.wdl == Wdl::loss ? totals_.lost : totals_.drawn);
            totals_.longest = std::max(totals_.longest, value.plies);
        }
    }

    // Compresses the values of a side, and then drops them.
    void pack(Side& side) {
        if (stop_.asked()) return;
        ValuePacker packer(side.values, [&](std::size_t index) {
            Position position;
            return !Materials::position(side.number, index, position) || !Materials::stored(position);
        });
        parallel_for(packer.size(), [&](std::size_t block) { packer.pack(block); });
        if (stop_.asked()) return;
        packed_.emplace_back(side.number, packer.finished());
        side = Side(side.number, 0);
    }

    void sweep(int plies) {
        for (Side& side : sides_) {
            for (const std::uint32_t index : side.later[static_cast<std::size_t>(plies)]) side.now.add(index);
            parallel_for(side.now.words(), [&](std::size_t word) {
                each_bit(side.now.take(word),
                         [&](int at) { examine<false>(side, word * 64 + static_cast<std::size_t>(at), plies); });
            });
        }
        for (Side& side : sides_) std::swap(side.now, side.next);
    }

    // Calls `work` for each number below `count` on all threads, or on fewer where the system has no more.
    template <class Work> void parallel_for(std::size_t count, Work&& work) {
        std::atomic<std::size_t> next{0};
        const auto drain = [&] {
            while (!stop_.asked()) {
                const std::size_t begin = next.fetch_add(words_per_chunk, std::memory_order_relaxed);
                if (begin >= count) return;
                for (std::size_t i = begin; i < std::min(count, begin + words_per_chunk); ++i) work(i);
            }
        };
        std::vector<std::thread> helpers;
        try {
            for (int i = 1; i < threads_; ++i) helpers.emplace_back(drain);
        } catch (const std::system_error&) {
        }
        drain();
        for (std::thread& helper : helpers) helper.join();
    }

    // Decides a position if it is won or lost in this number of plies.
    template <bool First> [[gnu::noinline]] void examine(Side& side, std::size_t index, int plies) {
        Position position;
        if (load(side.values[index]) || !Materials::position(side.number, index, position)) return;
        if (G::draws_with_moves_left && G::outcome(position).kind == Outcome::drawn) return;
        bool moves = false, wins = false, loses = true;
        G::each_move(position, [&](Move move) {
            moves = true;
            if (wins) return;
            const BitbaseValue value = value_after<First>(side, index, G::play(position, move));
            const bool in_time = value.plies < plies;
            wins = value.wdl == Wdl::loss && in_time;
            loses &= value.wdl == Wdl::win && in_time;
        });
        if (!moves) decide(side, index, position, {Wdl::loss, 0});
        else if (wins || loses) decide(side, index, position, {wins ? Wdl::win : Wdl::loss, plies});
    }

    template <bool First> BitbaseValue value_after(Side& side, std::size_t index, const Position& next) {
        const int number = Materials::class_of(next);
        if (const Side* inside = find(number)) {
            const std::uint8_t byte = load(inside->values[Materials::index(number, next)]);
            return byte ? BitbaseValue::of(byte) : BitbaseValue{};
        }
        const BitbaseValue value = probe_successor<G>(*bitbases_, side.number, next);
        if (First && value.plies > 0) {
            const std::lock_guard lock(later_mutex_);
            side.later[static_cast<std::size_t>(value.plies) + 1].push_back(static_cast<std::uint32_t>(index));
        }
        return value;
    }

    // Predecessors of positions without a move belong to the first sweep, all others to the next one.
    void decide(Side& side, std::size_t index, const Position& position, BitbaseValue value) {
        std::atomic_ref(side.values[index]).store(value.byte(), std::memory_order_relaxed);
        Side& before = sides_[sides_.size() - 1 - static_cast<std::size_t>(&side - sides_.data())];
        AtomicBitSet& marked = value.plies ? before.next : before.now;
        Materials::each_predecessor(position,
                                    [&](const Position& last) { marked.add(Materials::index(before.number, last)); });
    }

    const Side* find(int number) const {
        for (const Side& side : sides_)
            if (side.number == number) return &side;
        return nullptr;
    }

    static std::uint8_t load(std::uint8_t& value) { return std::atomic_ref(value).load(std::memory_order_relaxed); }
    static std::uint8_t load(const std::uint8_t& value) { return load(const_cast<std::uint8_t&>(value)); }

    std::shared_ptr<const Bitbases> bitbases_;
    const int threads_, allowed_;
    std::vector<Side> sides_;
    std::mutex later_mutex_;
    std::atomic<std::uint64_t> initialised_{0};
    std::vector<std::pair<int, std::vector<std::uint8_t>>> packed_;
    BitbaseTotals totals_;
};

template <class G>
std::unique_ptr<BitbaseJob> Jobs<G>::bitbase(std::shared_ptr<const Bitbases> bitbases, int number, int threads) {
    if constexpr (HasBitbases<G>) return std::make_unique<RetrogradeJob<G>>(std::move(bitbases), number, threads);
    return nullptr;
}

// Explicit instantiations for the games of one package.
template <class... Gs> auto retrograde_of(GameList<Gs...>) { return std::tuple(&Jobs<Gs>::bitbase...); }

}  // namespace boardwright
