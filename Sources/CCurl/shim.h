#ifndef PROOFSHEET_CCURL_SHIM_H
#define PROOFSHEET_CCURL_SHIM_H

#include "functions.h"

// Swift cannot call variadic functions: each wrapper, a method of CurlFunctions in Swift, passes on one kind of argument.

__attribute__((swift_name("CurlFunctions.setLong(self:_:_:_:)")))
static inline CURLcode proofsheet_setopt_long(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, CURLoption option, long value) {
  return curl->easy_setopt(handle, option, value);
}

__attribute__((swift_name("CurlFunctions.setOffset(self:_:_:_:)")))
static inline CURLcode proofsheet_setopt_offset(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, CURLoption option, curl_off_t value) {
  return curl->easy_setopt(handle, option, value);
}

__attribute__((swift_name("CurlFunctions.setText(self:_:_:_:)")))
static inline CURLcode proofsheet_setopt_text(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, CURLoption option, const char *value) {
  return curl->easy_setopt(handle, option, value);
}

__attribute__((swift_name("CurlFunctions.setPointer(self:_:_:_:)")))
static inline CURLcode proofsheet_setopt_pointer(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, CURLoption option, void *value) {
  return curl->easy_setopt(handle, option, value);
}

__attribute__((swift_name("CurlFunctions.setHeaders(self:_:_:)")))
static inline CURLcode proofsheet_setopt_headers(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, struct curl_slist *value) {
  return curl->easy_setopt(handle, CURLOPT_HTTPHEADER, value);
}

typedef size_t (*proofsheet_data_callback)(char *bytes, size_t size, size_t count, void *context);

__attribute__((swift_name("CurlFunctions.setDataCallback(self:_:_:_:)")))
static inline CURLcode proofsheet_setopt_data(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, CURLoption option, proofsheet_data_callback value) {
  return curl->easy_setopt(handle, option, value);
}

typedef int (*proofsheet_progress_callback)(
    void *context, curl_off_t expected, curl_off_t received, curl_off_t toSend, curl_off_t sent);

__attribute__((swift_name("CurlFunctions.setProgressCallback(self:_:_:)")))
static inline CURLcode proofsheet_setopt_progress(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, proofsheet_progress_callback value) {
  return curl->easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

// Called before a connection is opened, and before a request goes over a connection.

typedef curl_socket_t (*proofsheet_socket_callback)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);

__attribute__((swift_name("CurlFunctions.setSocketCallback(self:_:_:)")))
static inline CURLcode proofsheet_setopt_socket(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, proofsheet_socket_callback value) {
  return curl->easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

typedef int (*proofsheet_request_callback)(
    void *context, char *remoteAddress, char *localAddress, int remotePort, int localPort);

__attribute__((swift_name("CurlFunctions.setRequestCallback(self:_:_:)")))
static inline CURLcode proofsheet_setopt_request(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, proofsheet_request_callback value) {
  return curl->easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

// Swift sees a sockaddr of 16 bytes here; an IPv6 address is longer.
static inline const void *proofsheet_socket_address(const struct curl_sockaddr *address) {
  return &address->addr;
}

__attribute__((swift_name("CurlFunctions.getLong(self:_:_:_:)")))
static inline CURLcode proofsheet_getinfo_long(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, CURLINFO info, long *value) {
  return curl->easy_getinfo(handle, info, value);
}

__attribute__((swift_name("CurlFunctions.getOffset(self:_:_:_:)")))
static inline CURLcode proofsheet_getinfo_offset(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl->easy_getinfo(handle, info, value);
}

__attribute__((swift_name("CurlFunctions.getText(self:_:_:_:)")))
static inline CURLcode proofsheet_getinfo_text(
    const struct proofsheet_curl *_Nonnull curl, CURL *handle, CURLINFO info, const char **value) {
  return curl->easy_getinfo(handle, info, value);
}

// The result of a finished transfer lies in a union, and Swift does not import CURL_GLOBAL_DEFAULT, a macro of macros.

static inline CURLcode proofsheet_message_result(const CURLMsg *message) {
  return message->data.result;
}

static const long proofsheet_curl_global_default = CURL_GLOBAL_DEFAULT;

#endif
