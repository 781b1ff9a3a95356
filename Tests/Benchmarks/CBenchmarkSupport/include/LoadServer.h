#pragma once

#include <stdint.h>

/// Starts a web server on 127.0.0.1 to 127.0.0.`hosts` that responds to every request with an empty page until the process ends.
/// Returns the port of the server, which is the same on each address, or 0 if it cannot start, with the reason in errno.
uint16_t load_server_start(int hosts);

/// Clears the list of requested pages, and sets the delay before each response in milliseconds.
void load_server_reset(int latency);

/// Returns the number of different pages that were requested. The number at the end of a path identifies a page.
uint32_t load_server_pages_seen(void);

#define LOAD_SERVER_PAGES 100000
