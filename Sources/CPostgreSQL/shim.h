#ifndef PROOFSHEET_CPOSTGRESQL_SHIM_H
#define PROOFSHEET_CPOSTGRESQL_SHIM_H

/* Found by pkg-config: Debian's header lies in a folder of its own. */
#include <libpq-fe.h>

#endif
