#ifndef PROOFSHEET_CZLIB_SHIM_H
#define PROOFSHEET_CZLIB_SHIM_H

#include <zlib.h>

/* A macro, which Swift cannot import. Negative bits: a stream without a header, as in zip files. */
static inline int czlib_inflate_init_raw(z_stream *stream) {
  return inflateInit2(stream, -MAX_WBITS);
}

#endif
