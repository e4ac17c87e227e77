#ifndef PROOFSHEET_CCURL_FUNCTIONS_H
#define PROOFSHEET_CCURL_FUNCTIONS_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// The functions of libcurl that the program calls, without the prefix "curl_". libcurl is not linked: loading it and the
// libraries that it depends on (TLS, Kerberos, LDAP, SSH) takes longer than the rest of the program's start.

#define PROOFSHEET_CURL_FUNCTIONS(FUNCTION) \
  FUNCTION(easy_cleanup) \
  FUNCTION(easy_getinfo) \
  FUNCTION(easy_init) \
  FUNCTION(easy_setopt) \
  FUNCTION(easy_strerror) \
  FUNCTION(free) \
  FUNCTION(global_init) \
  FUNCTION(multi_add_handle) \
  FUNCTION(multi_cleanup) \
  FUNCTION(multi_info_read) \
  FUNCTION(multi_init) \
  FUNCTION(multi_perform) \
  FUNCTION(multi_poll) \
  FUNCTION(multi_remove_handle) \
  FUNCTION(multi_wakeup) \
  FUNCTION(slist_append) \
  FUNCTION(slist_free_all) \
  FUNCTION(url) \
  FUNCTION(url_cleanup) \
  FUNCTION(url_get) \
  FUNCTION(url_set) \
  FUNCTION(url_strerror) \
  FUNCTION(version_info)

// The functions of a loaded libcurl, with the types of its header. It is Sendable because it never changes.
struct __attribute__((swift_name("CurlFunctions"), swift_attr("@Sendable"))) proofsheet_curl {
#define PROOFSHEET_CURL_FIELD(name) __typeof__(curl_##name) *_Nonnull name;
  PROOFSHEET_CURL_FUNCTIONS(PROOFSHEET_CURL_FIELD)
#undef PROOFSHEET_CURL_FIELD
};

// Loads a libcurl, and looks all functions up. Returns NULL, or the reason why it cannot be used, which is valid until
// the thread's next call. A library that was loaded stays loaded.
static inline const char *_Nullable proofsheet_curl_load(
    const char *_Nonnull file, struct proofsheet_curl *_Nonnull functions) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
#define PROOFSHEET_CURL_LOOK_UP(name) \
  if (!(functions->name = (__typeof__(curl_##name) *)dlsym(library, "curl_" #name))) return dlerror();
  PROOFSHEET_CURL_FUNCTIONS(PROOFSHEET_CURL_LOOK_UP)
#undef PROOFSHEET_CURL_LOOK_UP
  return NULL;
}

#endif
