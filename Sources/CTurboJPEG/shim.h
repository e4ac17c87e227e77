#ifndef PROOFSHEET_CTURBOJPEG_SHIM_H
#define PROOFSHEET_CTURBOJPEG_SHIM_H

#include <malloc.h>
#include <turbojpeg.h>

/* <malloc.h> is in no module that Swift knows. */
static inline void ps_return_memory_from(int bytes) { mallopt(M_MMAP_THRESHOLD, bytes); }

#endif
