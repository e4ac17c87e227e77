#ifndef PROOFSHEET_CRAW_FUNCTIONS_H
#define PROOFSHEET_CRAW_FUNCTIONS_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// The part of LibRaw that the program calls: it reads the previews in raw files, and never develops raw data. The library is
// loaded when the first raw file is shown. The declarations repeat those of libraw/libraw.h and libraw_types.h 0.20.2, so that
// its header is not needed to build; 0.21 has the same.

// libraw_data_t
typedef struct proofsheet_raw_context proofsheet_raw_context;

// LibRaw_errors, LibRaw_image_formats and LibRaw_constructor_flags
enum {
  proofsheet_raw_ok = 0,
  proofsheet_raw_unsupported = -2,
  proofsheet_raw_no_preview = -5,
  proofsheet_raw_unsupported_preview = -6,
  proofsheet_raw_jpeg = 1,
  proofsheet_raw_bitmap = 2,
  // Faults are not printed on standard error.
  proofsheet_raw_silent = 1 | 1 << 1,
};

// libraw_processed_image_t
struct proofsheet_raw_picture {
  int kind;
  uint16_t height, width, channels, bits;
  unsigned int count;
  uint8_t bytes[1];
};

// The functions of a loaded library. It is Sendable because it never changes.
struct __attribute__((swift_name("RAWFunctions"), swift_attr("@Sendable"))) proofsheet_raw {
  proofsheet_raw_context *_Nullable (*_Nonnull create)(unsigned int);
  void (*_Nonnull close)(proofsheet_raw_context *_Nonnull);
  int (*_Nonnull open_file)(proofsheet_raw_context *_Nonnull, const char *_Nonnull);
  // The memory must live as long as the context.
  int (*_Nonnull open_memory)(proofsheet_raw_context *_Nonnull, const void *_Nullable, size_t);
  int (*_Nonnull read_preview)(proofsheet_raw_context *_Nonnull);
  struct proofsheet_raw_picture *_Nullable (*_Nonnull make_preview)(
      proofsheet_raw_context *_Nonnull, int *_Nonnull);
  void (*_Nonnull free_preview)(struct proofsheet_raw_picture *_Nonnull);
};

// Loads the library, and looks all functions up. Returns 0 if it cannot be used. A library that was loaded stays loaded.
static inline int proofsheet_raw_load(const char *_Nonnull file, struct proofsheet_raw *_Nonnull functions) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define PROOFSHEET_RAW_LOOK_UP(field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return 0;
  PROOFSHEET_RAW_LOOK_UP(create, "libraw_init")
  PROOFSHEET_RAW_LOOK_UP(close, "libraw_close")
  PROOFSHEET_RAW_LOOK_UP(open_file, "libraw_open_file")
  PROOFSHEET_RAW_LOOK_UP(open_memory, "libraw_open_buffer")
  PROOFSHEET_RAW_LOOK_UP(read_preview, "libraw_unpack_thumb")
  PROOFSHEET_RAW_LOOK_UP(make_preview, "libraw_dcraw_make_mem_thumb")
  PROOFSHEET_RAW_LOOK_UP(free_preview, "libraw_dcraw_clear_mem")
#undef PROOFSHEET_RAW_LOOK_UP
  return 1;
}

// The bytes behind the header.
static inline const uint8_t *_Nonnull proofsheet_raw_bytes(const struct proofsheet_raw_picture *_Nonnull picture) {
  return picture->bytes;
}

#endif
