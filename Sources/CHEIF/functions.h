#ifndef PROOFSHEET_CHEIF_FUNCTIONS_H
#define PROOFSHEET_CHEIF_FUNCTIONS_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// The part of libheif that the program calls. The library is loaded when the first HEIC or AVIF picture is decoded. The
// declarations repeat those of libheif/heif.h 1.15.1, so that its header is not needed to build; libheif.so.1 has had all of
// them since 1.13.

// heif_context, heif_image_handle, heif_image
typedef struct proofsheet_heif_context proofsheet_heif_context;
typedef struct proofsheet_heif_handle proofsheet_heif_handle;
typedef struct proofsheet_heif_image proofsheet_heif_image;

// heif_error; the message is always there, and is static or lives as long as the context.
struct proofsheet_heif_error {
  int code;
  int detail;
  const char *_Nonnull message;
};

// heif_error_code, heif_compression_format, heif_colorspace, heif_chroma and heif_channel
enum {
  proofsheet_heif_ok = 0,
  proofsheet_heif_out_of_memory = 6,
  proofsheet_heif_hevc = 1,
  proofsheet_heif_av1 = 4,
  proofsheet_heif_rgb = 1,
  proofsheet_heif_interleaved_rgba = 11,
  proofsheet_heif_interleaved = 10,
};

// The beginning of heif_decoding_options; later versions add fields at the end, so that the library allocates it.
struct proofsheet_heif_options {
  uint8_t version;
  uint8_t ignores_transformations;
  void *_Nullable start_progress;
  void *_Nullable on_progress;
  void *_Nullable end_progress;
  void *_Nullable progress_data;
  uint8_t converts_to_8_bit;
};

// The functions of a loaded library. It is Sendable because it never changes.
struct __attribute__((swift_name("HEIFFunctions"), swift_attr("@Sendable"))) proofsheet_heif {
  int (*_Nonnull has_decoder)(int);
  proofsheet_heif_context *_Nullable (*_Nonnull open)(void);
  void (*_Nonnull close)(proofsheet_heif_context *_Nonnull);
  void (*_Nonnull set_largest_side)(proofsheet_heif_context *_Nonnull, int);
  void (*_Nonnull set_threads)(proofsheet_heif_context *_Nonnull, int);
  // The memory must live as long as the context.
  struct proofsheet_heif_error (*_Nonnull read)(
      proofsheet_heif_context *_Nonnull, const void *_Nullable, size_t, const void *_Nullable);
  struct proofsheet_heif_error (*_Nonnull primary)(
      proofsheet_heif_context *_Nonnull, proofsheet_heif_handle *_Nullable *_Nonnull);
  void (*_Nonnull release_handle)(const proofsheet_heif_handle *_Nonnull);
  int (*_Nonnull width)(const proofsheet_heif_handle *_Nonnull);
  int (*_Nonnull height)(const proofsheet_heif_handle *_Nonnull);
  int (*_Nonnull bits)(const proofsheet_heif_handle *_Nonnull);
  int (*_Nonnull thumbnails)(const proofsheet_heif_handle *_Nonnull, uint32_t *_Nonnull, int);
  struct proofsheet_heif_error (*_Nonnull thumbnail)(
      const proofsheet_heif_handle *_Nonnull, uint32_t, proofsheet_heif_handle *_Nullable *_Nonnull);
  size_t (*_Nonnull profile_size)(const proofsheet_heif_handle *_Nonnull);
  struct proofsheet_heif_error (*_Nonnull profile)(const proofsheet_heif_handle *_Nonnull, void *_Nonnull);
  struct proofsheet_heif_options *_Nullable (*_Nonnull make_options)(void);
  void (*_Nonnull free_options)(struct proofsheet_heif_options *_Nonnull);
  struct proofsheet_heif_error (*_Nonnull decode)(
      const proofsheet_heif_handle *_Nonnull, proofsheet_heif_image *_Nullable *_Nonnull, int, int,
      const struct proofsheet_heif_options *_Nullable);
  void (*_Nonnull release_image)(const proofsheet_heif_image *_Nonnull);
  int (*_Nonnull image_width)(const proofsheet_heif_image *_Nonnull, int);
  int (*_Nonnull image_height)(const proofsheet_heif_image *_Nonnull, int);
  const uint8_t *_Nullable (*_Nonnull plane)(const proofsheet_heif_image *_Nonnull, int, int *_Nonnull);
};

// Loads the library, and looks all functions up. Returns 0 if it cannot be used. A library that was loaded stays loaded.
static inline int proofsheet_heif_load(const char *_Nonnull file, struct proofsheet_heif *_Nonnull functions) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define PROOFSHEET_HEIF_LOOK_UP(field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return 0;
  PROOFSHEET_HEIF_LOOK_UP(has_decoder, "heif_have_decoder_for_format")
  PROOFSHEET_HEIF_LOOK_UP(open, "heif_context_alloc")
  PROOFSHEET_HEIF_LOOK_UP(close, "heif_context_free")
  PROOFSHEET_HEIF_LOOK_UP(set_largest_side, "heif_context_set_maximum_image_size_limit")
  PROOFSHEET_HEIF_LOOK_UP(set_threads, "heif_context_set_max_decoding_threads")
  PROOFSHEET_HEIF_LOOK_UP(read, "heif_context_read_from_memory_without_copy")
  PROOFSHEET_HEIF_LOOK_UP(primary, "heif_context_get_primary_image_handle")
  PROOFSHEET_HEIF_LOOK_UP(release_handle, "heif_image_handle_release")
  PROOFSHEET_HEIF_LOOK_UP(width, "heif_image_handle_get_width")
  PROOFSHEET_HEIF_LOOK_UP(height, "heif_image_handle_get_height")
  PROOFSHEET_HEIF_LOOK_UP(bits, "heif_image_handle_get_luma_bits_per_pixel")
  PROOFSHEET_HEIF_LOOK_UP(thumbnails, "heif_image_handle_get_list_of_thumbnail_IDs")
  PROOFSHEET_HEIF_LOOK_UP(thumbnail, "heif_image_handle_get_thumbnail")
  PROOFSHEET_HEIF_LOOK_UP(profile_size, "heif_image_handle_get_raw_color_profile_size")
  PROOFSHEET_HEIF_LOOK_UP(profile, "heif_image_handle_get_raw_color_profile")
  PROOFSHEET_HEIF_LOOK_UP(make_options, "heif_decoding_options_alloc")
  PROOFSHEET_HEIF_LOOK_UP(free_options, "heif_decoding_options_free")
  PROOFSHEET_HEIF_LOOK_UP(decode, "heif_decode_image")
  PROOFSHEET_HEIF_LOOK_UP(release_image, "heif_image_release")
  PROOFSHEET_HEIF_LOOK_UP(image_width, "heif_image_get_width")
  PROOFSHEET_HEIF_LOOK_UP(image_height, "heif_image_get_height")
  PROOFSHEET_HEIF_LOOK_UP(plane, "heif_image_get_plane_readonly")
#undef PROOFSHEET_HEIF_LOOK_UP
  // Registers the decoders of the library, which otherwise would not be safe on several threads.
  struct proofsheet_heif_error (*initialize)(void *) =
      (struct proofsheet_heif_error(*)(void *))dlsym(library, "heif_init");
  return !initialize || initialize(NULL).code == proofsheet_heif_ok;
}

#endif
