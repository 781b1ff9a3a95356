#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted: on glibc, unless a sanitizer has put its own malloc in place.
bool allocation_counter_is_available(void);

/// How many times the calling thread has asked for memory so far; freeing is not counted.
uint64_t allocation_count(void);
