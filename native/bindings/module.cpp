#include "arrays.h"

NB_MODULE(_native, m) {
    m.doc() = "The native core of Cornerwise: positions and legal moves over compiled tables.";
    // Python keeps what modules and tracebacks hold when it ends: no fault, and nobody's news.
    nanobind::set_leak_warnings(false);
    cornerwise::bind_tables(m);
    cornerwise::bind_position(m);
    cornerwise::bind_quick(m);
    cornerwise::bind_search(m);
    cornerwise::bind_puzzles(m);
}
