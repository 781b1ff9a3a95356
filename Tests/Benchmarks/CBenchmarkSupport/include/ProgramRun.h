#pragma once

#include <stdint.h>

/// How a program ran: its time, what the processors spent on it and its children, and the most memory that one of them had.
struct program_run {
    double wall_seconds;
    double processor_seconds;
    uint64_t peak_bytes;
    /// Its exit code; 128 and the signal where one ended it, 127 where it could not be started.
    int code;
};

/// Runs a program in a folder without input, its standard output and error going to files; after `most_seconds` it is ended.
/// The lists end with NULL. What cannot be set up counts as not started.
struct program_run program_run(
    char *const arguments[], char *const environment[], const char *folder, const char *output, const char *errors,
    unsigned most_seconds);
