import type { RecordKind } from '../../formats/exports/format.ts';
import type { Manifest } from '../../formats/exports/manifest.ts';
import type { Trust } from '../chain.ts';
import type { LogPosition } from '../log-trust.ts';
import type { PinFile } from '../pin-file.ts';
import type { Step } from '../report.ts';
import type { StampCounts, StampedSize, VerifyToken } from './stamps.ts';
import { stampWord } from '../stamp-word.ts';
import { noCounts, type AuthorCounts } from './authors.ts';
import type { ExportEventLines } from './events.ts';
import type { Findings, ExportStep } from './findings.ts';

export type ExportTrust = {
  trust: Trust;
  /** Values that the verifier keeps: those of the log count if `trust` has none. */
  pins?: PinFile | undefined;
  /** The known SHA-256 of `manifest.json`, 64 hexadecimal digits. */
  manifestSha256?: string | undefined;
  /** Adds what a service knows of the log to the known values. */
  ask?: ((position: LogPosition, trust: Trust) => Promise<Trust>) | undefined;
  /** Verifies tokens of authorities. `isRequired`: the export must have a valid one. */
  tsa?: { verify: VerifyToken; isRequired: boolean } | undefined;
  /** Called after each event. */
  onEvent?: (events: number) => void;
  /** Called with each line in which nothing is wrong. */
  onLine?: (kind: RecordKind, text: string) => void;
};

/**
 * What only the SHA-256 of the manifest shows: who passed an export on can have left files out, and put other places
 * in.
 */
export const BEYOND_LOG =
  'The log does not cover which attached files there are, names of places, and what the service says of files. Only ' +
  'the SHA-256 of the manifest, if you know it, shows that they are those of the export.';

/** The result of a step. `skipped`: the known values or the export do not allow it. */
export type ExportStepResult = Omit<Step, 'name'> & { name: ExportStep };

export type ExportReport = {
  steps: ExportStepResult[];
  findings: Findings;
  /** Files of the directory that are not of the export. */
  unknown: string[];
  events: number;
  /** The statements of authors; undefined for an export without events. */
  authors?: AuthorCounts | undefined;
  /** Undefined for an export without time stamps. */
  stamps?: StampCounts | undefined;
  /** What the export relies on, for the user; empty for nothing. */
  trusted: string[];
  /** Whether the number of findings ended the verification, so that the rest was not verified. */
  isStopped?: true;
  /** Whether the pages and tables of a package have a form that this program does not know: anything can be in them. */
  isUncompared?: true;
};

/**
 * The details of the steps that read files, in their order. `newer`: the number of assets that changed after the
 * events of the export. `isWrong`: whether a statement of an author is.
 */
export function stepDetails(
  { files, counts }: Manifest,
  events: Pick<ExportEventLines, 'erased' | 'attachments' | 'authors'> | undefined,
  { newer, isWrong }: { newer: number; isWrong: boolean },
): (readonly [ExportStep, string])[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { erased = 0, attachments = { same: 0, without: 0 } } = events ?? {};
  const marked = erased > 0 ? `; ${erased} of them are marked as erased` : '';
  const since = newer > 0 ? `; ${newer} have changed since, and were not compared` : '';
  const { access_policies, locations, compliance_policies } = counts;
  return [
    ['files', `${counted(files.length, 'file')} of ${counted(bytes, 'byte')} are those of the manifest`],
    [
      'events',
      `${counted(counts.events, 'event')} are in the order of the log, and each leads to the root of the ` +
        `checkpoint${marked}`,
    ],
    ...authorsDetail(events?.authors.counts ?? noCounts(), isWrong),
    ['assets', `${counted(counts.assets, 'asset')} have the state that their events lead to${since}`],
    [
      'records',
      `${access_policies} access policies, ${locations} locations and ${compliance_policies} compliance policies`,
    ],
    [
      'blobs',
      `${counted(counts.blobs, 'blob')}; ${attachments.same} attachments have the hashes of their files, and the ` +
        `files of ${attachments.without} are not in the export`,
    ],
    ...(counts.maps ? [['maps', `${counted(counts.maps, 'entry', 'entries')} of the map of the log`] as const] : []),
  ];
}

/** The detail of the step `authors`, which exports without signed events do not have. */
function authorsDetail(of: AuthorCounts, isWrong: boolean): [ExportStep, string][] {
  const { signed, known, foreign, without, keys } = of;
  if (signed + without === 0 && !isWrong) return [];
  const parts = [
    `${counted(signed, 'statement')} of authors with ${counted(keys, 'key')} are those of the events`,
    ...(known > 0 ? [`${known} are of keys that you know`] : []),
    ...(foreign > 0 ? [`${foreign} are of keys that the log does not show to be enrolled`] : []),
    ...limitsOf(of),
  ];
  return [['authors', parts.join('; ')]];
}

/** What statements, or missing ones, do not show, for texts. */
export const limitsOf = ({ invalid, unplaced, without }: AuthorCounts): string[] => [
  ...(invalid > 0 ? [`${invalid} are of keys that were revoked before or enrolled later, which are not counted`] : []),
  ...(unplaced > 0 ? [`of ${unplaced} the log does not show the tree that the author claims to have seen`] : []),
  ...(without > 0 ? [`the export lacks the statements of ${counted(without, 'signed event')}`] : []),
];

/** `the first 39 of 41 entries existed at the latest on …, by the authority …`. */
export const stampedWord = ({ size, stamp }: StampedSize, entries: number): string =>
  `${size === entries ? `all ${entries}` : `the first ${size} of ${entries}`} entries ${stampWord(stamp)}`;

/** The detail of the step `stamps`. */
export function stampsDetail({ trees, entries, largest }: StampCounts): string {
  const word = largest ? stampedWord(largest, entries) : 'they were not checked (--tsa checks them)';
  return `${counted(trees, 'time stamp')} of trees of the log; ${word}`;
}

/** The detail of the step `anchors`. `sizes`: of the anchored trees, ascending. */
export const anchorsDetail = (sizes: readonly number[]): string =>
  sizes.length === 0
    ? 'the export has none'
    : `${counted(sizes.length, 'transaction')} record the roots of trees of up to ${sizes.at(-1)} entries; ` +
      `the chain was not compared with a known value`;

export const counted = (n: number, what: string, several = `${what}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? what : several}`;
