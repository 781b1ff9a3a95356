#pragma once

#include <stdint.h>

/// Starts a web server on 127.0.0.1 up to 127.0.0.`hosts`, which answers every request with an empty page; it ends with the process.
/// Returns its port, the same on each address, or 0 where an address cannot be had; errno then says why.
uint16_t load_server_start(int hosts);

/// Forgets what was asked so far, and has each answer wait so many milliseconds from now on.
void load_server_reset(int latency);

/// How many different numbers were at the end of the paths that were asked for, below LOAD_SERVER_PAGES.
uint32_t load_server_pages_seen(void);

#define LOAD_SERVER_PAGES 100000
