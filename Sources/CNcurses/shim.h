#ifndef PROOFSHEET_CNCURSES_SHIM_H
#define PROOFSHEET_CNCURSES_SHIM_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>

#endif
