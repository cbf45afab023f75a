#!/bin/sh
# Runs workerd for apps/server/workerd/runtime.ts, which sets WORKERD (the binary) and WORKERD_RUN_DIR (a private directory for
# sockets; its file `delay` holds the seconds to wait, the backoff after crashes).
#
# - The entry socket, which also serves internal requests, is a UNIX socket in the private directory instead of a TCP
#   port that all users of the machine could reach.
# - A terminal, `timeout` and some service managers send a signal to all processes. Only the launcher acts on it: it
#   finishes requests in flight, then it kills workerd. workerd ignores SIGHUP and SIGINT; at SIGTERM it would accept no
#   further connections, so where `setsid` exists it runs in its own session, which signals to the process group of the
#   launcher do not reach.
# - When the launcher has ended for any reason, workerd is killed and the private directory is removed.
if [ -z "$WORKERD_SESSION" ] && command -v setsid > /dev/null; then
  export WORKERD_SESSION=1
  exec setsid "$0" "$@"
fi
trap '' HUP INT TERM
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
# Removes the sockets of an earlier workerd, but not the socket of the launcher in the same directory.
rm -f "$WORKERD_RUN_DIR/entry.sock" "$WORKERD_RUN_DIR"/*.sock:*
echo "$$" > "$WORKERD_RUN_DIR/workerd.pid"
exec "$WORKERD" "$@"
