#ifndef PROOFSHEET_CSQLITE_SHIM_H
#define PROOFSHEET_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
