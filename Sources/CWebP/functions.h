#ifndef PROOFSHEET_CWEBP_FUNCTIONS_H
#define PROOFSHEET_CWEBP_FUNCTIONS_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// The part of libwebp that the program calls. The library is loaded when the first WebP picture is decoded. The declarations
// repeat those of webp/decode.h 1.2.4, so that its header is not needed to build. The library compares the version of its
// binary interface with the one that callers pass, and refuses another layout.

// WEBP_DECODER_ABI_VERSION
static const int proofsheet_webp_interface = 0x0209;

// VP8StatusCode and WEBP_CSP_MODE
enum { proofsheet_webp_ok = 0, proofsheet_webp_rgba = 1 };

// WebPBitstreamFeatures
struct proofsheet_webp_features {
  int width, height, has_alpha, has_animation;
  int format;  // 0: mixed, as in an animation; 1: lossy; 2: lossless
  uint32_t padding[5];
};

// WebPDecBuffer
struct proofsheet_webp_output {
  int mode;
  int width, height;
  int is_external;
  union {
    struct {
      uint8_t *_Nullable bytes;
      int row_length;
      size_t count;
    } rgba;
    struct {
      uint8_t *_Nullable planes[4];
      int row_lengths[4];
      size_t counts[4];
    } yuva;
  } pixels;
  uint32_t padding[4];
  uint8_t *_Nullable memory;
};

// WebPDecoderOptions
struct proofsheet_webp_options {
  int bypasses_filter, has_plain_upsampling;
  int is_cropped, crop_left, crop_top, crop_width, crop_height;
  int is_scaled, scaled_width, scaled_height;
  int uses_threads, dithering, is_flipped, alpha_dithering;
  uint32_t padding[5];
};

// WebPDecoderConfig
struct proofsheet_webp_task {
  struct proofsheet_webp_features input;
  struct proofsheet_webp_output output;
  struct proofsheet_webp_options options;
};

// The functions of a loaded library. It is Sendable because it never changes.
struct __attribute__((swift_name("WebPFunctions"), swift_attr("@Sendable"))) proofsheet_webp {
  int (*_Nonnull prepare)(struct proofsheet_webp_task *_Nonnull, int);
  int (*_Nonnull features)(
      const uint8_t *_Nullable, size_t, struct proofsheet_webp_features *_Nonnull, int);
  // The three functions of the incremental decoder. WebPDecode makes no rows of a file that ends early.
  void *_Nullable (*_Nonnull start)(const uint8_t *_Nullable, size_t, struct proofsheet_webp_task *_Nonnull);
  int (*_Nonnull decode)(void *_Nonnull, const uint8_t *_Nullable, size_t);
  void (*_Nonnull end)(void *_Nonnull);
};

// Loads the library, and looks all functions up. Returns 0 if it cannot be used. A library that was loaded stays loaded.
static inline int proofsheet_webp_load(const char *_Nonnull file, struct proofsheet_webp *_Nonnull functions) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define PROOFSHEET_WEBP_LOOK_UP(field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return 0;
  PROOFSHEET_WEBP_LOOK_UP(prepare, "WebPInitDecoderConfigInternal")
  PROOFSHEET_WEBP_LOOK_UP(features, "WebPGetFeaturesInternal")
  PROOFSHEET_WEBP_LOOK_UP(start, "WebPIDecode")
  PROOFSHEET_WEBP_LOOK_UP(decode, "WebPIUpdate")
  PROOFSHEET_WEBP_LOOK_UP(end, "WebPIDelete")
#undef PROOFSHEET_WEBP_LOOK_UP
  return 1;
}

#endif
