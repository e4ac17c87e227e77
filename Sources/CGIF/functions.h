#ifndef PROOFSHEET_CGIF_FUNCTIONS_H
#define PROOFSHEET_CGIF_FUNCTIONS_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// The part of giflib that the program calls. The library is loaded when the first GIF is decoded. The declarations repeat
// those of gif_lib.h 5.2.1, so that its header is not needed to build; libgif.so.7 has had this layout since 5.0.

struct proofsheet_gif_color {
  unsigned char red, green, blue;
};

// ColorMapObject
struct proofsheet_gif_colors {
  int count;
  int bits_per_pixel;
  bool is_sorted;
  struct proofsheet_gif_color *_Nullable colors;
};

// GifImageDesc
struct proofsheet_gif_frame {
  int left, top, width, height;
  bool is_interlaced;
  struct proofsheet_gif_colors *_Nullable colors;
};

// GifFileType
struct proofsheet_gif_file {
  int width, height;
  int color_resolution;
  int background;
  unsigned char aspect;
  struct proofsheet_gif_colors *_Nullable colors;
  int frame_count;
  struct proofsheet_gif_frame frame;
  void *_Nullable saved_frames;
  int extension_count;
  void *_Nullable extensions;
  int error;
  void *_Nullable user_data;
  void *_Nullable private_data;
};

// GifRecordType
enum {
  proofsheet_gif_frame_record = 2,
  proofsheet_gif_extension_record = 3,
  proofsheet_gif_end_record = 4,
};

// The bytes of a file, and the number of those that were read.
struct proofsheet_gif_input {
  const unsigned char *_Nullable bytes;
  size_t count;
  size_t position;
};

typedef struct proofsheet_gif_file proofsheet_gif_file;

// The functions of a loaded library. It is Sendable because it never changes.
struct __attribute__((swift_name("GIFFunctions"), swift_attr("@Sendable"))) proofsheet_gif {
  proofsheet_gif_file *_Nullable (*_Nonnull open)(
      void *_Nullable, int (*_Nonnull)(proofsheet_gif_file *_Nonnull, unsigned char *_Nonnull, int), int *_Nonnull);
  int (*_Nonnull close)(proofsheet_gif_file *_Nonnull, int *_Nullable);
  int (*_Nonnull record)(proofsheet_gif_file *_Nonnull, int *_Nonnull);
  int (*_Nonnull extension)(proofsheet_gif_file *_Nonnull, int *_Nonnull, unsigned char *_Nullable *_Nonnull);
  int (*_Nonnull next_extension)(proofsheet_gif_file *_Nonnull, unsigned char *_Nullable *_Nonnull);
  int (*_Nonnull frame)(proofsheet_gif_file *_Nonnull);
  int (*_Nonnull line)(proofsheet_gif_file *_Nonnull, unsigned char *_Nonnull, int);
};

// Loads the library, and looks all functions up. Returns 0 if it cannot be used. A library that was loaded stays loaded.
static inline int proofsheet_gif_load(const char *_Nonnull file, struct proofsheet_gif *_Nonnull functions) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define PROOFSHEET_GIF_LOOK_UP(field, name) \
  if (!(functions->field = (__typeof__(functions->field))dlsym(library, name))) return 0;
  PROOFSHEET_GIF_LOOK_UP(open, "DGifOpen")
  PROOFSHEET_GIF_LOOK_UP(close, "DGifCloseFile")
  PROOFSHEET_GIF_LOOK_UP(record, "DGifGetRecordType")
  PROOFSHEET_GIF_LOOK_UP(extension, "DGifGetExtension")
  PROOFSHEET_GIF_LOOK_UP(next_extension, "DGifGetExtensionNext")
  PROOFSHEET_GIF_LOOK_UP(frame, "DGifGetImageDesc")
  PROOFSHEET_GIF_LOOK_UP(line, "DGifGetLine")
#undef PROOFSHEET_GIF_LOOK_UP
  return 1;
}

// Reads from the input that is the user data of the file; at the end, fewer bytes than asked for.
static inline int proofsheet_gif_read(
    proofsheet_gif_file *_Nonnull file, unsigned char *_Nonnull target, int count) {
  struct proofsheet_gif_input *input = (struct proofsheet_gif_input *)file->user_data;
  size_t room = input->count - input->position;
  size_t length = count < 0 ? 0 : (size_t)count < room ? (size_t)count : room;
  if (length) memcpy(target, input->bytes + input->position, length);
  input->position += length;
  return (int)length;
}

// Opens the file whose bytes `input` has. The input must live until the file is closed.
static inline proofsheet_gif_file *_Nullable proofsheet_gif_open(
    const struct proofsheet_gif *_Nonnull functions, struct proofsheet_gif_input *_Nonnull input) {
  int error = 0;
  return functions->open(input, proofsheet_gif_read, &error);
}

#endif
