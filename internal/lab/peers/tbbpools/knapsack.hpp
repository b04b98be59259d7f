// The most valuable things that fit. A branch is left out if even a fraction of the next thing cannot
// lift its value above the best so far, which all tasks share.

#pragma once

#include "common.hpp"

#include <atomic>

class Knapsack {
	struct Thing {
		int64_t weight, value;
	};
	std::vector<Thing> things; // in the order of value for weight
	int64_t room = 0;
	std::atomic<int64_t> found = 0;

public:
	explicit Knapsack(int n) {
		for (int i = 0; i < n; i++) {
			int64_t weight = 10 + random64(i) % 40;
			things.push_back({weight, weight * (300 - i) / 100 + 1});
			room += weight;
		}
		room /= 2;
	}

	template <class Forks> u64 best(const Forks &w) {
		found = 0;
		pack(w, 0, room, 0);
		return found;
	}

	// Dynamic programming: the best value for each room.
	u64 expected() const {
		std::vector<int64_t> table(room + 1);
		for (auto t : things) {
			for (int64_t r = room; r >= t.weight; r--) table[r] = std::max(table[r], table[r - t.weight] + t.value);
		}
		return table[room];
	}

private:
	// The last eight things do not fork, nor does a branch below a thing without room.
	template <class Forks> void pack(const Forks &w, size_t i, int64_t room, int64_t value) {
		auto best = found.load(std::memory_order_relaxed);
		while (value > best && !found.compare_exchange_weak(best, value, std::memory_order_relaxed)) {
		}
		if (i == things.size() || hopeless(i, room, value)) return;
		auto t = things[i];
		if (t.weight > room) {
			pack(Serial(), i + 1, room, value);
		} else if (i + 8 >= things.size()) {
			pack(Serial(), i + 1, room - t.weight, value + t.value);
			pack(Serial(), i + 1, room, value);
		} else {
			w.ordered([&] { pack(w, i + 1, room - t.weight, value + t.value); }, [&] { pack(w, i + 1, room, value); });
		}
	}

	bool hopeless(size_t i, int64_t room, int64_t value) const {
		for (; i < things.size() && things[i].weight <= room; i++) {
			room -= things[i].weight;
			value += things[i].value;
		}
		if (i < things.size()) value += things[i].value * room / things[i].weight + int64_t(things.size()); // makes up for rounding in the bound and in the order
		return value <= found.load(std::memory_order_relaxed);
	}
};
