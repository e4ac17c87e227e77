#ifndef PROOFSHEET_CCURL_SHIM_H
#define PROOFSHEET_CCURL_SHIM_H

#include <curl/curl.h>

#endif
