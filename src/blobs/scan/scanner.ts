/** What a scanner is told of a file besides its bytes. */
export type Suspect = { sha256: string; size: number; mimeType: string; declaredType: string; fileName: string };

/**
 * What a scanner finds. `unscanned`: it could not look at all of the file, for a reason of the file's; that is
 * never the same as `ok`.
 */
export type Verdict = { status: 'ok' } | { status: 'bad' | 'unscanned'; reason: string };

/** Looks for malware. */
export interface Scanner {
  /** Reads the file's bytes, or as many as it needs; each chunk is overwritten by the next. Throws ScannerUnavailable, and what the bytes throw. */
  scan(file: Suspect, bytes: AsyncIterable<Uint8Array>): Promise<Verdict>;
}

/** The scanner does not answer: nothing is known of the file, and it is worth asking again. */
export class ScannerUnavailable extends Error {}
