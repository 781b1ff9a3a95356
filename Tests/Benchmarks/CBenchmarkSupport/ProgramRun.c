#include "ProgramRun.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void redirect(const char *path, int flags, int descriptor) {
    int opened = open(path, flags | O_CLOEXEC, 0644);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(127);
}

struct program_run program_run(
    char *const arguments[], char *const environment[], const char *folder, const char *output, const char *errors,
    unsigned most_seconds) {
    struct program_run run = {.code = 127};
    struct rusage usage;
    int status;
    double start = now();
    // The peak memory of a process includes the memory before exec. After fork, this is only the memory shared with the parent; after
    // posix_spawn, it would be all memory of the parent.
    pid_t process = fork();
    if (process == 0) {
        redirect("/dev/null", O_RDONLY, 0);
        redirect(output, O_WRONLY | O_CREAT | O_TRUNC, 1);
        redirect(errors, O_WRONLY | O_CREAT | O_TRUNC, 2);
        if (chdir(folder) != 0) _exit(127);
        // An alarm remains set after exec, so it ends the program at the time limit.
        alarm(most_seconds);
        execve(arguments[0], arguments, environment);
        _exit(127);
    }
    if (process < 0) return run;
    while (wait4(process, &status, 0, &usage) < 0)
        if (errno != EINTR) return run;
    run.wall_seconds = now() - start;
    run.processor_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
#ifdef __APPLE__
    run.peak_bytes = (uint64_t)usage.ru_maxrss;
#else
    run.peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
#endif
    run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return run;
}
