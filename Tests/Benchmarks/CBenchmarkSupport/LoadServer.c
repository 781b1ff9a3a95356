#include "LoadServer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

// The header LinkChecker disables linkchecker's limit of ten requests a second.
static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nLinkChecker: welcome\r\n\r\n";

static atomic_int latency;
static atomic_bool seen[LOAD_SERVER_PAGES];

// Returns the number at the end of the path in "GET /page/123 HTTP/1.1", or LOAD_SERVER_PAGES if there is none.
static unsigned long page(const char *request) {
    const char *path = strchr(request, ' ');
    const char *end = path ? strchr(path + 1, ' ') : NULL;
    if (!end) return LOAD_SERVER_PAGES;
    const char *digits = end;
    while (digits > path && digits[-1] >= '0' && digits[-1] <= '9') digits--;
    return digits == end ? LOAD_SERVER_PAGES : strtoul(digits, NULL, 10);
}

static bool reply(int connection, const char *request) {
    unsigned long number = page(request);
    if (number < LOAD_SERVER_PAGES) atomic_store_explicit(&seen[number], true, memory_order_relaxed);
    int milliseconds = atomic_load_explicit(&latency, memory_order_relaxed);
    struct timespec wait = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    if (milliseconds > 0) nanosleep(&wait, NULL);
    return send(connection, answer, sizeof answer - 1, MSG_NOSIGNAL) == sizeof answer - 1;
}

// Each connection has a thread, so a delay affects only that connection.
static void *serve(void *argument) {
    int connection = (int)(intptr_t)argument;
    char buffer[16384];
    size_t length = 0;
    for (;;) {
        ssize_t count = recv(connection, buffer + length, sizeof buffer - 1 - length, 0);
        if (count <= 0) break;
        length += (size_t)count;
        buffer[length] = 0;
        char *request = buffer, *end;
        while ((end = strstr(request, "\r\n\r\n"))) {
            if (!reply(connection, request)) goto done;
            request = end + 4;
        }
        length -= (size_t)(request - buffer);
        memmove(buffer, request, length);
        if (length == sizeof buffer - 1) break;
    }
done:
    close(connection);
    return NULL;
}

static bool start(void *(*function)(void *), int descriptor) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 128 * 1024);
    int result = pthread_create(&thread, &attributes, function, (void *)(intptr_t)descriptor);
    pthread_attr_destroy(&attributes);
    if (result != 0) errno = result;
    return result == 0;
}

static void *accept_all(void *argument) {
    for (;;) {
        int connection = accept((int)(intptr_t)argument, NULL, NULL);
        if (connection < 0) continue;
        int on = 1;
        setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef SO_NOSIGPIPE
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
        if (!start(serve, connection)) close(connection);
    }
}

// Listens on 127.0.0.`host`. Replaces port 0 with a free port. Returns the socket, or -1 if the port is in use.
static int listener(int host, in_port_t *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = *port};
    socklen_t size = sizeof address;
    int on = 1, listening = socket(AF_INET, SOCK_STREAM, 0);
    if (listening < 0) return -1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + (in_addr_t)host);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listening, (struct sockaddr *)&address, size) == 0 && listen(listening, 1024) == 0
        && getsockname(listening, (struct sockaddr *)&address, &size) == 0) {
        *port = address.sin_port;
        return listening;
    }
    int reason = errno;
    close(listening);
    errno = reason;
    return -1;
}

// Listens on the same port of each host. If listening fails on a host, closes all sockets and returns false.
static bool listen_on_all(int hosts, int listeners[], in_port_t *port) {
    for (int host = 1; host <= hosts; host++) {
        int listening = listener(host, port);
        if (listening >= 0) {
            listeners[host - 1] = listening;
            continue;
        }
        int reason = errno;
        while (--host > 0) close(listeners[host - 1]);
        errno = reason;
        return false;
    }
    return true;
}

uint16_t load_server_start(int hosts) {
    int listeners[hosts];
    // A port that is free on the first host may be in use on another host, so several ports are tried.
    for (int attempt = 0; attempt < 20; attempt++) {
        in_port_t port = 0;
        if (!listen_on_all(hosts, listeners, &port)) continue;
        for (int host = 0; host < hosts; host++)
            if (!start(accept_all, listeners[host])) return 0;
        return ntohs(port);
    }
    return 0;
}

void load_server_reset(int milliseconds) {
    atomic_store(&latency, milliseconds);
    for (int number = 0; number < LOAD_SERVER_PAGES; number++) atomic_store(&seen[number], false);
}

uint32_t load_server_pages_seen(void) {
    uint32_t count = 0;
    for (int number = 0; number < LOAD_SERVER_PAGES; number++) count += atomic_load(&seen[number]);
    return count;
}
