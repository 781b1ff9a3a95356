#include <sqlite3.h>

/// Disables SQLite's memory statistics, which take a lock at every allocation, and URIs in place of paths. Must be called before any other function of SQLite.
static inline void csqlite_configure(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_URI, 0);
}
