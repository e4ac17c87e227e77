#ifndef PROOFSHEET_CSPNG_SHIM_H
#define PROOFSHEET_CSPNG_SHIM_H

#include <spng.h>

#endif
