#include "CAllocationCounter.h"

#include <errno.h>
#include <stdlib.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(memory_sanitizer)                        \
    && !__has_feature(thread_sanitizer)

// The definitions in the program replace those of the C library, even for the Swift runtime. glibc provides the
// originals under these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t count_of_this_thread;

bool allocation_counter_is_available(void) { return true; }

uint64_t allocation_count(void) { return count_of_this_thread; }

void *malloc(size_t size) {
    count_of_this_thread += 1;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    count_of_this_thread += 1;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    count_of_this_thread += 1;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_of_this_thread += 1;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count_of_this_thread += 1;
    void *aligned = __libc_memalign(alignment, size);
    if (aligned == NULL) return ENOMEM;
    *memory = aligned;
    return 0;
}

#else

bool allocation_counter_is_available(void) { return false; }

uint64_t allocation_count(void) { return 0; }

#endif
