#!/bin/sh
# Runs workerd for src/local/runtime.ts, which sets WORKERD (the binary) and WORKERD_RUN_DIR (a private directory for
# sockets; its file `delay` holds the seconds to wait, the backoff after crashes).
#
# - The entry socket, which serves more than the product, listens on a UNIX socket in the private directory instead
#   of on a TCP port that everybody on the machine could reach.
# - When the launcher is gone, however it went, workerd goes too.
launcher=$PPID
for argument; do
  shift
  case $argument in
    --socket-addr=entry=*) argument="--socket-addr=entry=unix:$WORKERD_RUN_DIR/entry.sock" ;;
  esac
  set -- "$@" "$argument"
done
if [ -f "$WORKERD_RUN_DIR/delay" ]; then sleep "$(cat "$WORKERD_RUN_DIR/delay")"; fi
rm -f "$WORKERD_RUN_DIR"/*.sock*
echo "$$" > "$WORKERD_RUN_DIR/workerd.pid"
(
  while kill -0 "$launcher" 2>/dev/null && kill -0 "$$" 2>/dev/null; do sleep 1; done
  kill -9 "$$" 2>/dev/null
) < /dev/null > /dev/null 2>&1 3>&- &
exec "$WORKERD" "$@"
