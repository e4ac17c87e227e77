#ifndef PROOFSHEET_CRENAME_SHIM_H
#define PROOFSHEET_CRENAME_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#if defined(__linux__)
/* <stdio.h> hides both from Swift's importer. */
extern int renameat2(
    int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
#define CRENAME_NOREPLACE 1u
#endif

/* Renames a file unless there is one of the new name. Returns 0, or -1 with the reason in errno. */
static inline int crename_exclusively(const char *_Nonnull old_path, const char *_Nonnull new_path) {
#if defined(__linux__)
  return renameat2(AT_FDCWD, old_path, AT_FDCWD, new_path, CRENAME_NOREPLACE);
#elif defined(__APPLE__)
  return renamex_np(old_path, new_path, RENAME_EXCL);
#else
  errno = ENOSYS;
  return -1;
#endif
}

#endif
