#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted. This requires glibc, and a build without a sanitizer that replaces malloc.
bool allocation_counter_is_available(void);

/// The number of allocations by the calling thread so far.
uint64_t allocation_count(void);
