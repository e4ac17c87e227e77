#ifndef PROOFSHEET_CLITTLECMS_FUNCTIONS_H
#define PROOFSHEET_CLITTLECMS_FUNCTIONS_H

#include <dlfcn.h>
#include <lcms2.h>
#include <stddef.h>

// The functions of Little CMS that the program calls, without the prefix "cms". The library is loaded when the first
// picture has a color profile; most have none.

#define PROOFSHEET_CMS_FUNCTIONS(FUNCTION) \
  FUNCTION(CloseProfile) \
  FUNCTION(CreateTransform) \
  FUNCTION(Create_sRGBProfile) \
  FUNCTION(DeleteTransform) \
  FUNCTION(DoTransform) \
  FUNCTION(GetColorSpace) \
  FUNCTION(OpenProfileFromMem)

// The functions of a loaded library, with the types of its header. It is Sendable because it never changes.
struct __attribute__((swift_name("LittleCMSFunctions"), swift_attr("@Sendable"))) proofsheet_cms {
#define PROOFSHEET_CMS_FIELD(name) __typeof__(cms##name) *_Nonnull name;
  PROOFSHEET_CMS_FUNCTIONS(PROOFSHEET_CMS_FIELD)
#undef PROOFSHEET_CMS_FIELD
};

// Loads the library, and looks all functions up. Returns 0 if it cannot be used. A library that was loaded stays loaded.
static inline int proofsheet_cms_load(const char *_Nonnull file, struct proofsheet_cms *_Nonnull functions) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define PROOFSHEET_CMS_LOOK_UP(name) \
  if (!(functions->name = (__typeof__(cms##name) *)dlsym(library, "cms" #name))) return 0;
  PROOFSHEET_CMS_FUNCTIONS(PROOFSHEET_CMS_LOOK_UP)
#undef PROOFSHEET_CMS_LOOK_UP
  return 1;
}

// Swift does not import the macros that describe pixels. Each pixel has four bytes; gray is read from the first.

static const cmsUInt32Number proofsheet_cms_rgb = TYPE_RGBA_8;
static const cmsUInt32Number proofsheet_cms_gray =
    COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1);
static const cmsUInt32Number proofsheet_cms_ink = TYPE_CMYK_8;
static const cmsUInt32Number proofsheet_cms_inverted_ink = TYPE_CMYK_8_REV;

#endif
