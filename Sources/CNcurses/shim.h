#ifndef PROOFSHEET_CNCURSES_SHIM_H
#define PROOFSHEET_CNCURSES_SHIM_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <term.h>

/* Feature macros hide these from Swift's importer. */
extern int wcwidth(wchar_t character);
extern int pipe2(int ends[2], int flags);
extern int dup3(int from, int to, int flags);

/* Globals that Swift cannot read without a data race, and macros and variadics that it cannot import. */

static inline SCREEN *ps_newterm(const char *type, FILE *output) { return newterm((char *)type, output, stdin); }
static inline WINDOW *ps_stdscr(void) { return stdscr; }
static inline WINDOW *ps_curscr(void) { return curscr; }
static inline int ps_cursor_row(void) { return getcury(curscr); }
static inline int ps_cursor_column(void) { return getcurx(curscr); }
static inline int ps_colors(void) { return COLORS; }
static inline int ps_colors_of_entry(void) { return tigetnum((char *)"colors"); }
static inline int ps_lines(void) { return LINES; }
static inline int ps_columns(void) { return COLS; }

static inline int ps_window_size(int fd, struct winsize *size) { return ioctl(fd, TIOCGWINSZ, size); }

/* Types a byte into a terminal, for the next program that reads it; many systems do not allow it. */
static inline int ps_type(int fd, char byte) { return ioctl(fd, TIOCSTI, &byte); }

/* tigetstr wants a char * that it does not write to; (char *)-1 means "no such capability". */
static inline const char *ps_capability(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}

/* The sequence for a color, which the next call overwrites. tiparm is variadic. */
static inline const char *ps_color_sequence(const char *name, int color) {
  const char *program = ps_capability(name);
  return program ? tiparm(program, color) : NULL;
}

/* Makes a cell. Pairs above 255 do not fit the short of setcchar, but go through its last argument (curs_getcchar(3X)).
   A text that setcchar refuses becomes a blank: the cells of a run stand side by side. */
static inline void ps_fill(cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
  if (setcchar(cell, text, attributes, (short)0, &pair) == ERR)
    (void)setcchar(cell, L" ", attributes, (short)0, &pair);
}

/* Puts cells from a column on, without the right halves of wide characters, and leaves the cursor in column `end`, as putting
   them one by one would: an update moves the terminal's cursor there. */
static inline int ps_put(int y, int x, int end, const cchar_t *cells, int count) {
  int code = mvadd_wchnstr(y, x, cells, count);
  if (end < COLS) move(y, end);
  else if (y + 1 < LINES) move(y + 1, 0);
  else move(y, COLS - 1);
  return code;
}

/* Reads a row of a window without moving its cursor: `count` columns, without the right halves of wide characters. An empty cell
   follows the last. */
static inline int ps_row(WINDOW *window, int y, cchar_t *cells, int count) {
  int row = getcury(window), column = getcurx(window);
  int code = mvwin_wchnstr(window, y, 0, cells, count);
  wmove(window, row, column);
  return code;
}

/* The macros of attributes are too complex for Swift's importer. */
static const attr_t ps_bold = A_BOLD, ps_dim = A_DIM, ps_reverse = A_REVERSE, ps_underline = A_UNDERLINE;

#endif
