// One thread's use of the quick net: what it remembers of positions seen before, and its answers.
#pragma once

#include <array>

#include "quick_net.h"

namespace cornerwise {

// The net's value, by slot: the deciding player and the color to play come first.
struct QuickValue {
    float win[kMaxPlayers];     // 0 to 1
    float margin[kMaxPlayers];  // −1 to 1
    float score[kMaxColors];    // points
};

// Looks at one position after another. The sums of the wide layer are kept for each color to
// play, and only the inputs that differ from the last position are added or taken away; they are
// whole numbers, so that the answers do not depend on what was seen before.
class QuickEye {
  public:
    explicit QuickEye(std::shared_ptr<const QuickNet> net);

    const QuickNet& net() const { return *net_; }

    // Somebody must be to play. All answers below are about the position looked at last.
    void look(const Core& core);
    QuickValue value() const;
    // Works out one weight per place, so that `logit` is a few additions. The move must be legal.
    void weigh();
    float logit(Spot spot) const;

  private:
    static constexpr int kMargin = 64;   // more than a row of the grid
    static constexpr int kMemories = 8;  // for each color; more are nearer, but fill the caches

    // A position in the net's terms, by place: own | forbidden << 4, ways | close << 4, and the
    // set of slots that get there; and the vector.
    struct View {
        alignas(64) std::uint8_t body[kMaxGrid] = {};
        alignas(64) std::uint8_t near[kMaxGrid] = {};
        alignas(64) std::uint8_t who[kMaxGrid] = {};
        std::vector<float> vector;
    };
    // A position with some color to play, looked at before, and its sums.
    struct Memory {
        std::unique_ptr<View> view;
        Lines<std::int32_t> cells, told;
        Lines<std::int16_t> map;
        int rows = 0;  // inputs that are set
    };
    struct Local {
        std::uint32_t key = ~0u, stamp = 0;
        float fields[kFields];
    };

    void see(const Core& core);
    void reach(const Core& core);
    Memory& recall(Color color);
    void update(Memory& memory);
    void update_told(Memory& memory);
    std::uint32_t inputs(const View& view, Place place) const;
    const float* local_fields(std::uint32_t key, std::uint32_t inputs);
    void note_change(Cell cell, std::uint32_t before, std::uint32_t after);
    const std::uint8_t* map_channels(Place place) const;
    void mark_near_reach();

    std::shared_ptr<const QuickNet> net_;
    const Tables& t_;
    int size_;  // places of the grid, rounded up
    // Several for each color: a search jumps between a few lines, and each memory follows one.
    std::array<std::array<Memory, kMemories>, kMaxColors> memories_;
    std::unique_ptr<View> fresh_;
    const View* view_ = nullptr;  // of the position looked at last
    // What differs from a memory: rows of inputs that became set, and of those that no longer are;
    // how many of each a place has; and the places.
    std::vector<std::uint32_t> added_, taken_;
    std::vector<MapRun> runs_;
    int n_added_ = 0, n_taken_ = 0, n_runs_ = 0;
    std::vector<std::uint16_t> changed_;

    // Bits by color, with a margin for steps off the grid.
    alignas(64) std::uint8_t free_[kMaxGrid] = {};
    alignas(64) std::uint8_t ways_[kMargin + kMaxGrid + kMargin] = {};
    alignas(64) std::uint8_t close_[kMaxGrid] = {};
    alignas(64) std::uint8_t reach_[2][kMargin + kMaxGrid + kMargin] = {};
    int last_reach_ = 0;

    MapEye map_eye_;
    Lines<float> hidden_;
    std::vector<std::uint16_t> active_;
    int n_active_ = 0;

    Lines<float> scaled_, orientation_;
    std::array<float, kLocal> local_base_{};
    std::array<Local, 256> locals_;
    std::uint32_t stamp_ = 0;
    alignas(64) std::uint8_t wanted_[kMaxGrid] = {};
    // By field and place; zero off the board, and beyond the last field.
    std::array<float, (kFields + 1) * kMaxGrid> field_{};
};

}  // namespace cornerwise
