#include <stddef.h>

// The libpq functions that the service calls (https://www.postgresql.org/docs/current/libpq.html). They are declared here so that
// the service compiles on every machine, and only programs that link the service require libpq. Tests/postgres compiles this file
// together with libpq's own header, which fails if the declarations differ.

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;

// Values of libpq's enumerations and macros, under our own names.
enum {
    CPOSTGRESQL_CONNECTION_OK = 0,
    CPOSTGRESQL_VERBOSE = 2,
    CPOSTGRESQL_COMMAND_OK = 1,
    CPOSTGRESQL_TUPLES_OK = 2,
    CPOSTGRESQL_SINGLE_TUPLE = 9,
    CPOSTGRESQL_FIELD_SQLSTATE = 'C',
    CPOSTGRESQL_FIELD_MESSAGE = 'M',
    CPOSTGRESQL_FIELD_HINT = 'H',
};

extern PGconn *PQconnectdbParams(const char *const *keywords, const char *const *values, int expand_dbname);
extern unsigned PQsetErrorVerbosity(PGconn *connection, unsigned verbosity);
extern void PQreset(PGconn *connection);
extern int PQconnectionNeedsPassword(const PGconn *connection);
extern void PQfinish(PGconn *connection);
extern unsigned PQstatus(const PGconn *connection);
extern int PQsocket(const PGconn *connection);
extern char *PQerrorMessage(const PGconn *connection);
extern const char *PQparameterStatus(const PGconn *connection, const char *name);
extern void (*PQsetNoticeProcessor(
    PGconn *connection, void (*processor)(void *context, const char *message), void *context))(void *, const char *);

extern int PQsendQueryParams(
    PGconn *connection, const char *command, int count, const unsigned *types, const char *const *values,
    const int *lengths, const int *formats, int resultFormat);
extern int PQsetSingleRowMode(PGconn *connection);
extern PGresult *PQgetResult(PGconn *connection);
extern unsigned PQresultStatus(const PGresult *result);
extern char *PQresultErrorField(const PGresult *result, int field);
extern char *PQgetvalue(const PGresult *result, int row, int column);
extern int PQgetlength(const PGresult *result, int row, int column);
extern int PQgetisnull(const PGresult *result, int row, int column);
extern void PQclear(PGresult *result);

extern PGcancel *PQgetCancel(PGconn *connection);
extern int PQcancel(PGcancel *cancel, char *message, int size);
extern void PQfreeCancel(PGcancel *cancel);
