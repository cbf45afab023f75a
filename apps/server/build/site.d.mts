/** Builds what browsers get as files into a directory, created when it is missing. */
export function buildSite(out: string): Promise<void>;
