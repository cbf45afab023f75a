#!/bin/sh
# The command of `npm start`. docs/performance.md says what its settings save.
MALLOC_MMAP_THRESHOLD_=1048576 exec node --max-semi-space-size=4 --single-threaded-gc --expose-gc apps/cli/start.mjs "$@"
