#ifndef PROOFSHEET_CWEBP_ANIMATION_H
#define PROOFSHEET_CWEBP_ANIMATION_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// The part of libwebpdemux that the program calls. The library is loaded when the first animation is played. The declarations
// repeat those of webp/demux.h and mux_types.h 1.2.4; the library refuses another layout, as libwebp does.

// WEBP_DEMUX_ABI_VERSION
static const int proofsheet_webp_animation_interface = 0x0107;

// WebPData
struct proofsheet_webp_data {
  const uint8_t *_Nullable bytes;
  size_t count;
};

// WebPAnimDecoderOptions
struct proofsheet_webp_animation_options {
  int mode;
  int uses_threads;
  uint32_t padding[7];
};

// WebPAnimInfo
struct proofsheet_webp_animation_info {
  uint32_t width, height, plays, background, frames;
  uint32_t padding[4];
};

// The functions of a loaded library. It is Sendable because it never changes.
struct __attribute__((swift_name("WebPAnimationFunctions"), swift_attr("@Sendable"))) proofsheet_webp_animation {
  int (*_Nonnull prepare)(struct proofsheet_webp_animation_options *_Nonnull, int);
  // The bytes must live as long as the decoder.
  void *_Nullable (*_Nonnull start)(
      const struct proofsheet_webp_data *_Nonnull, const struct proofsheet_webp_animation_options *_Nonnull, int);
  int (*_Nonnull info)(const void *_Nonnull, struct proofsheet_webp_animation_info *_Nonnull);
  int (*_Nonnull next)(void *_Nonnull, uint8_t *_Nullable *_Nonnull, int *_Nonnull);
  void (*_Nonnull end)(void *_Nonnull);
};

// Loads the library, and looks all functions up. Returns 0 if it cannot be used. A library that was loaded stays loaded.
static inline int proofsheet_webp_load_animation(
    const char *_Nonnull file, struct proofsheet_webp_animation *_Nonnull functions) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define PROOFSHEET_WEBP_LOOK_UP(field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return 0;
  PROOFSHEET_WEBP_LOOK_UP(prepare, "WebPAnimDecoderOptionsInitInternal")
  PROOFSHEET_WEBP_LOOK_UP(start, "WebPAnimDecoderNewInternal")
  PROOFSHEET_WEBP_LOOK_UP(info, "WebPAnimDecoderGetInfo")
  PROOFSHEET_WEBP_LOOK_UP(next, "WebPAnimDecoderGetNext")
  PROOFSHEET_WEBP_LOOK_UP(end, "WebPAnimDecoderDelete")
#undef PROOFSHEET_WEBP_LOOK_UP
  return 1;
}

#endif
