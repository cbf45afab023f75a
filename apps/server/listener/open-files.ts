import { MAX_FEEDS } from './feeds.ts';

/** Requests in the Worker at once, and how many of them stream their bodies. Further requests wait. */
export const MAX_IN_FLIGHT = 512;
export const MAX_STREAMING = 64;
/** Each of them is a connection to the Worker, in addition to that of its client. */
const MAX_FORWARDED = MAX_IN_FLIGHT + MAX_STREAMING + MAX_FEEDS;
/** Open files of the launcher without clients: 60 when idle, and those that it opens for a moment. */
const RESERVED = 192;

/** Open connections, of all clients and of one address. */
export type ConnectionLimits = { connections: number; perAddress: number };
export const MOST_CONNECTIONS: ConnectionLimits = { connections: 4096, perAddress: 1024 };

/** The limit of open files that `MOST_CONNECTIONS` needs. */
const ENOUGH_FILES = MOST_CONNECTIONS.connections + MAX_FORWARDED + RESERVED;
/** With fewer the service does not start: workerd has more than 100 open files when idle. */
const LEAST_FILES = 512;

/**
 * The connections that a limit of open files (RLIMIT_NOFILE) gives. Each request in the Worker takes another file in
 * this process, and one in workerd, which has the same limit and more files of its own. Throws an Error for the user if
 * the limit is too low.
 */
export function connectionLimits(openFiles: number): ConnectionLimits {
  if (openFiles < LEAST_FILES)
    throw new Error(
      `the limit of open files is ${openFiles}: must be at least ${LEAST_FILES} (ulimit -n, LimitNOFILE=)`,
    );
  const free = openFiles - RESERVED;
  const connections = Math.min(MOST_CONNECTIONS.connections, Math.max(Math.floor(free / 2), free - MAX_FORWARDED));
  const share = MOST_CONNECTIONS.connections / MOST_CONNECTIONS.perAddress;
  return { connections, perAddress: Math.floor(connections / share) };
}

/** The limit of open files of this process, the connections that it gives, and a warning for the user if it is low. */
export type OpenFiles = { limit: number; limits: ConnectionLimits; warning: string | undefined };

export function openFiles(): OpenFiles {
  const limit = openFilesLimit();
  const limits = connectionLimits(limit);
  const warning =
    limit < ENOUGH_FILES
      ? `the limit of open files is ${limit}, so that at most ${limits.connections} connections are accepted, ` +
        `${limits.perAddress} of one address: raise it to ${ENOUGH_FILES} (ulimit -n, LimitNOFILE=)`
      : undefined;
  return { limit, limits, warning };
}

/** The limit of open files of this process. Node raises it to the highest that the system allows when it starts. */
function openFilesLimit(): number {
  // Otherwise the report looks up the names of all addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as unknown as { userLimits: Record<string, { soft: string }> };
  const soft = Number(userLimits['open_files']?.soft);
  return Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft;
}
