import { digest, eventFields } from './fields.ts';
import { parseDocument } from './document.ts';
import { COVERED_FIELDS, HISTORY, type CoveredEvent, type HistoryHead, type HistoryItem } from './history-format.ts';
import { content, entry, entryBytes, hashes, stamps } from './log-document.ts';
import { must, Problem } from './report.ts';
import { anyOf, listOf, memberOf, oneOf, record, recordWith, text, whole, type Shape } from './shape.ts';

const provenEntry = record<HistoryHead['map']>({ entry: entryBytes, path: hashes });
const noEvents = listOf<never>((_value, path) => {
  throw new Problem(`${path} must be after the other members`);
});

const head = recordWith<Omit<HistoryHead, 'stamps'> & { events: never[] }, Required<Pick<HistoryHead, 'stamps'>>>(
  {
    format: oneOf(HISTORY),
    view: oneOf('tenant', 'public'),
    asset_identity: text,
    checkpoint: text,
    genesis: provenEntry,
    map: provenEntry,
    path: hashes,
    count: whole,
    events: noEvents,
  },
  { stamps },
);

const covered = record<CoveredEvent>(
  Object.fromEntries(COVERED_FIELDS.map((name) => [name, eventFields[name]])) as {
    [K in keyof CoveredEvent]: Shape<CoveredEvent[K]>;
  },
);
type Shown = Extract<HistoryItem, { event: unknown }>;
const opened: Shape<Shown['content']> = (value, path) => {
  must(memberOf(value, 'commitment') === undefined, `${path} must not be a commitment`);
  return content(value, path) as Shown['content'];
};
const item = anyOf<HistoryItem>((value) =>
  memberOf(value, 'leaf') === undefined
    ? record<Shown>({ event: covered, entry, content: opened })
    : record({ leaf: digest }),
);

/** Parses a history without its events strictly. Throws Problem or SyntaxError. */
export const readHistoryHead = (json: string): HistoryHead => head(parseDocument(json), 'the history');

/** Parses an event of a history strictly, as `readHistoryHead`. `path` names it in errors. */
export const readHistoryItem = (json: string, path: string): HistoryItem => item(parseDocument(json), path);
