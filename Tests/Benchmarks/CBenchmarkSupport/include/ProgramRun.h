#pragma once

#include <stdint.h>

/// The result of a run: the real time, and the processor time and peak memory of the program and its children.
struct program_run {
    double wall_seconds;
    double processor_seconds;
    uint64_t peak_bytes;
    /// The exit code, 128 + the signal that ended the program, or 127 if it could not be started.
    int code;
};

/// Runs a program in a folder without input, and redirects its output to files. Ends the program after `most_seconds`.
/// The lists end with NULL.
struct program_run program_run(
    char *const arguments[], char *const environment[], const char *folder, const char *output, const char *errors,
    unsigned most_seconds);
