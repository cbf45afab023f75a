/** Where the local service keeps what it can build again; the environment names another place for a read-only checkout. */
export const CACHE_DIR: string;
