#include <sqlite3.h>

/// Disables SQLite's memory statistics, which take a lock at every allocation. Must be called before any other function of SQLite.
static inline int csqlite_disable_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
