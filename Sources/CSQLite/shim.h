#ifndef PROOFSHEET_CSQLITE_SHIM_H
#define PROOFSHEET_CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift does not import macros that compute. */
static const int csqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int csqlite_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int csqlite_constraint_trigger = SQLITE_CONSTRAINT_TRIGGER;
static const int csqlite_corrupt_virtual_table = SQLITE_CORRUPT_VTAB;
static const int csqlite_ioerr_read = SQLITE_IOERR_READ;
static const int csqlite_ioerr_short_read = SQLITE_IOERR_SHORT_READ;
static const int csqlite_ioerr_fstat = SQLITE_IOERR_FSTAT;

/* SQLITE_TRANSIENT is a cast that Swift does not import. */

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline void csqlite_result_text(sqlite3_context *context, const char *bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void csqlite_result_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}

#endif
