#!/bin/sh
# Runs workerd for src/local/runtime.ts, which sets WORKERD (the binary) and WORKERD_RUN_DIR (a private directory for
# sockets; its file `delay` holds the seconds to wait, the backoff after crashes).
#
# - The entry socket, which serves more than the product, listens on a UNIX socket in the private directory instead
#   of on a TCP port that everybody on the machine could reach.
# - When the launcher is gone, however it went, workerd goes too, and so does the private directory.
launcher=$PPID
for argument; do
  shift
  case $argument in
    --socket-addr=entry=*) argument="--socket-addr=entry=unix:$WORKERD_RUN_DIR/entry.sock" ;;
  esac
  set -- "$@" "$argument"
done
(
  while kill -0 "$launcher" 2>/dev/null && kill -0 "$$" 2>/dev/null; do sleep 1; done
  kill -0 "$launcher" 2>/dev/null && exit
  kill -9 "$$" 2>/dev/null
  rm -rf "$WORKERD_RUN_DIR"
) < /dev/null > /dev/null 2>&1 3>&- &
if [ -f "$WORKERD_RUN_DIR/delay" ]; then sleep "$(cat "$WORKERD_RUN_DIR/delay")"; fi
# Those of an earlier workerd; the launcher's own socket is in the same directory.
rm -f "$WORKERD_RUN_DIR/entry.sock" "$WORKERD_RUN_DIR"/*.sock:*
echo "$$" > "$WORKERD_RUN_DIR/workerd.pid"
exec "$WORKERD" "$@"
