#include "around.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "tables.h"

namespace cornerwise {

namespace {

constexpr int kBits = 64;

}  // namespace

Around::Around(const Tables& t, int kind) {
    find_rows(t, kind);
    list_ways(t, kind);
    choose_block();
    list_by_state();
}

// Near rows first: what does not fit is far away.
void Around::find_rows(const Tables& t, int kind) {
    struct Span {
        int row, left, right;
    };
    std::vector<Span> spans;
    for (int i = t.walk_start[kind]; i < t.walk_start[kind + 1]; ++i) {
        const int shifted = t.walk[i].offset + kMaxGrid * t.grid_width + t.grid_width / 2;
        const int row = shifted / t.grid_width - kMaxGrid;
        const int column = t.walk[i].offset - row * t.grid_width;
        auto span =
            std::find_if(spans.begin(), spans.end(), [row](const Span& s) { return s.row == row; });
        if (span == spans.end()) span = spans.insert(span, {row, column, column});
        span->left = std::min(span->left, column);
        span->right = std::max(span->right, column);
    }
    std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
        return std::abs(a.row) < std::abs(b.row);
    });
    int used = 0;
    for (const Span& span : spans) {
        const int width = span.right - span.left + 1;
        if (n_rows_ == kMaxRows || width > 16 || used + width > kBits) {
            is_cut_ = true;
            continue;
        }
        rows_[n_rows_++] = {static_cast<std::int16_t>(span.row * t.grid_width + span.left),
                            static_cast<std::uint16_t>((1 << width) - 1),
                            static_cast<std::uint8_t>(used)};
        used += width;
    }
}

// The bit of a place around the cell, or -1 if it has none.
int Around::bit_of(int offset) const {
    for (int i = 0; i < n_rows_; ++i) {
        const int at = offset - rows_[i].offset;
        if (at >= 0 && at < 16 && rows_[i].mask >> at & 1) return rows_[i].shift + at;
    }
    return -1;
}

void Around::list_ways(const Tables& t, int kind) {
    for (int i = t.walk_start[kind]; i < t.walk_start[kind + 1]; ++i) {
        const WalkNode& node = t.walk[i];
        if (!node.leaf) continue;
        Way way{0, node.leaf, node.orientation, node.first};
        for (auto p = t.cells.begin(node.orientation); p != t.cells.end(node.orientation); ++p) {
            const int bit = bit_of(node.first + *p);
            if (bit >= 0) way.cells |= std::uint64_t(1) << bit;
        }
        ways_.push_back(way);
    }
}

// The cell itself, which all ways cover, is no part of it.
void Around::choose_block() {
    int covered[kBits] = {}, order[kBits];
    for (const Way& way : ways_) {
        for (int bit = 0; bit < kBits; ++bit) covered[bit] += way.cells >> bit & 1;
    }
    covered[bit_of(0)] = 0;
    std::iota(order, order + kBits, 0);
    std::stable_sort(order, order + kBits, [&](int a, int b) { return covered[a] > covered[b]; });
    std::sort(order, order + kBlock);
    for (int i = 0; i < kBlock; ++i) {
        if (i == 0 || order[i] != order[i - 1] + 1) {
            runs_[n_runs_++] = {static_cast<std::uint8_t>(order[i]), static_cast<std::uint8_t>(i),
                                0};
        }
        Run& run = runs_[n_runs_ - 1];
        run.mask = static_cast<std::uint16_t>(run.mask << 1 | 1);
    }
}

void Around::list_by_state() {
    std::vector<std::size_t> blocks;
    for (const Way& way : ways_) blocks.push_back(block(way.cells));
    for (std::size_t state = 0; state < 1u << kBlock; ++state) {
        list_start_.push_back(static_cast<std::uint32_t>(list_.size()));
        for (std::size_t i = 0; i < ways_.size(); ++i) {
            if (!(blocks[i] & state)) list_.push_back(static_cast<std::uint16_t>(i));
        }
    }
    list_start_.push_back(static_cast<std::uint32_t>(list_.size()));
}

}  // namespace cornerwise
