#ifndef PROOFSHEET_CCURL_SHIM_H
#define PROOFSHEET_CCURL_SHIM_H

#include <curl/curl.h>

// Swift cannot call variadic functions: each wrapper passes on one kind of argument.

static inline CURLcode proofsheet_setopt_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode proofsheet_setopt_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode proofsheet_setopt_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode proofsheet_setopt_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode proofsheet_setopt_headers(CURL *handle, struct curl_slist *value) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, value);
}

typedef size_t (*proofsheet_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode proofsheet_setopt_data(CURL *handle, CURLoption option, proofsheet_data_callback value) {
  return curl_easy_setopt(handle, option, value);
}

typedef int (*proofsheet_progress_callback)(
    void *context, curl_off_t expected, curl_off_t received, curl_off_t toSend, curl_off_t sent);

static inline CURLcode proofsheet_setopt_progress(CURL *handle, proofsheet_progress_callback value) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

// Called before a connection is opened, and before a request goes over a connection.

typedef curl_socket_t (*proofsheet_socket_callback)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode proofsheet_setopt_socket(CURL *handle, proofsheet_socket_callback value) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

typedef int (*proofsheet_request_callback)(
    void *context, char *remoteAddress, char *localAddress, int remotePort, int localPort);

static inline CURLcode proofsheet_setopt_request(CURL *handle, proofsheet_request_callback value) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

// Swift sees a sockaddr of 16 bytes here; an IPv6 address is longer.
static inline const void *proofsheet_socket_address(const struct curl_sockaddr *address) {
  return &address->addr;
}

static inline CURLcode proofsheet_getinfo_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode proofsheet_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode proofsheet_getinfo_text(CURL *handle, CURLINFO info, const char **value) {
  return curl_easy_getinfo(handle, info, value);
}

// The result of a finished transfer lies in a union, and CURL_GLOBAL_DEFAULT is a macro of macros.

static inline CURLcode proofsheet_message_result(const CURLMsg *message) {
  return message->data.result;
}

static inline CURLcode proofsheet_global_init(void) {
  return curl_global_init(CURL_GLOBAL_DEFAULT);
}

#endif
