#include <sqlite3.h>

/// Has SQLite keep no count of the memory that it takes, for which it would lock at every allocation; to be called before it is used.
static inline int csqlite_forgo_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
