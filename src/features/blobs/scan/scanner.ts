/** What a scanner knows about a file besides its bytes. */
export type ScannedFile = { sha256: string; size: number; mimeType: string; declaredType: string; fileName: string };

/**
 * The result of a scan. `unscanned`: the scanner could not check the whole file, for a reason in the file; this is
 * never the same as `ok`.
 */
export type ScanResult = { status: 'ok' } | { status: 'bad' | 'unscanned'; reason: string };

/** Scans files for malware. */
export interface Scanner {
  /**
   * Reads as many of the file's bytes as it needs; each chunk is overwritten by the next. Throws ScannerUnavailable and
   * whatever the stream throws.
   */
  scan(file: ScannedFile, bytes: AsyncIterable<Uint8Array>): Promise<ScanResult>;
}

/** The scanner cannot be reached. The file was not scanned, and a retry may succeed. */
export class ScannerUnavailable extends Error {}
