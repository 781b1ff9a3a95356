#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted: on glibc, unless a sanitizer has replaced malloc.
bool allocation_counter_is_available(void);

/// The number of allocations by the calling thread so far.
uint64_t allocation_count(void);
