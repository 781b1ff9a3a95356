#include <sqlite3.h>

/// Stops SQLite from counting the memory that it uses, for which it would lock at every allocation. Call this before any other function.
static inline int csqlite_disable_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
