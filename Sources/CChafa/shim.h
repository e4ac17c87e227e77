#ifndef PROOFSHEET_CCHAFA_SHIM_H
#define PROOFSHEET_CCHAFA_SHIM_H

#include <chafa.h>

/* Freeing both the string and its bytes is a macro of g_string_free in newer versions of GLib. */
static inline void proofsheet_string_free(GString *string) { (g_string_free)(string, TRUE); }

#endif
