import type { ExportFinding } from '../exports/findings.ts';
import type { VerifiedTimestamp } from '../../formats/timestamp/verify.ts';
import type { ExportReport } from '../exports/report.ts';
import type { PackageInfo } from '../../formats/package/format.ts';

/**
 * The result for an asset: `holds` if everything of it is in the log as it is shown, `fails` with the first problem;
 * `open` if nothing of it is wrong, but something of the package is, or its pages could not be compared.
 */
export type AssetVerdict = {
  identity: string;
  name: string;
  state: 'holds' | 'fails' | 'open';
  problem: ExportFinding | undefined;
  /** Since when its events are proven, in their order; undefined where the verifier has checked no time stamp. */
  since: ProvenSince[] | undefined;
};

/** Consecutive events of an asset, and the first valid time stamp that has them; undefined: none has them yet. */
export type ProvenSince = { events: number; stamp: VerifiedTimestamp | undefined };

export type PackageReport = ExportReport & {
  /** What the package says of itself, if it could be read. */
  info: PackageInfo | undefined;
  /** The SHA-256 of its verifier as it is, if it has one. */
  verifier: string | undefined;
  assets: AssetVerdict[];
};
