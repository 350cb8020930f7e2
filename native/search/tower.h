// A net that is too slow for every leaf, and better: a search asks it about a few positions.
#pragma once

#include <functional>

#include "net_input.h"

namespace cornerwise {

// It is run outside. The inputs belong to whoever runs it, and so do its answers.
struct Tower {
    NetFit fit;
    int rows = 0;  // that the inputs have room for
    float *planes = nullptr, *globals = nullptr;
    std::function<NetAnswer(int rows)> ask;  // after so many rows have been filled
};

}  // namespace cornerwise
