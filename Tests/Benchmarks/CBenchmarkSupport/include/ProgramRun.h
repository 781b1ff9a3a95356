#pragma once

#include <stdint.h>

/// The result of a run: real time, processor time of the program and its children, and the greatest peak of their memory.
struct program_run {
    double wall_seconds;
    double processor_seconds;
    uint64_t peak_bytes;
    /// The exit code, 128 + the signal that ended the program, or 127 if it could not be started.
    int code;
};

/// Runs a program in a folder without input, and redirects its output to files. Ends it after `most_seconds`.
/// The lists end with NULL.
struct program_run program_run(
    char *const arguments[], char *const environment[], const char *folder, const char *output, const char *errors,
    unsigned most_seconds);
