/* Found by pkg-config: Debian's header lies in a folder of its own. */
#include <libpq-fe.h>
