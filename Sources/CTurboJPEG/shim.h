#ifndef PROOFSHEET_CTURBOJPEG_SHIM_H
#define PROOFSHEET_CTURBOJPEG_SHIM_H

#include <turbojpeg.h>

#endif
