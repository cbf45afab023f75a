/** Why the service cannot listen on an address, in the words of its options. */
export function listenProblem(
  { code, message }: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): string {
  if (code === 'EACCES') return `--port: not allowed to listen on port ${port}: choose another port`;
  if (code === 'EADDRINUSE')
    return `--port: port ${port} is in use: stop its program, or choose another one: npm start -- --port ${port + 1}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `--host: must be an address of this machine, not "${host}"`;
  return `cannot listen on ${host}:${port}: ${message}`;
}

/** Returns the address at which this machine reaches a listener on `host`. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
