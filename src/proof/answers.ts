import { formatSeconds, parseTimestamp } from '../lib/time.ts';
import { wordOf, type Trust } from './chain.ts';
import { isInSaved, trustedBy } from './log-trust.ts';
import { authorKeyOf } from './pin-file.ts';
import type { Report, Step, StepName } from './report.ts';
import { blockTime } from './time.ts';
import { isOfLog, type AnyProof } from './verify.ts';

/** What readers of a proof ask: who recorded the event, since when it is unchanged, and whether events are missing. */
export type AnswerTo = 'who' | 'since' | 'complete';

/** `unchecked`: the text says which option checks it. */
export type Answer = { question: AnswerTo; mark: 'checked' | 'unchecked' | 'failed'; text: string };

/** What the verifier knows beside the proof. */
export type Knowledge = {
  trust: Trust;
  /** Whose key has signed the event, as the verifier names them. */
  author?: string | undefined;
  /** The host of a node that has confirmed the block. */
  node?: string | undefined;
  /** `existed at the latest on …, by the authority …`, of a verified time stamp. */
  stamp?: string | undefined;
};

/** The steps about the time; all others but `author` are about the record itself. */
const OF_TIME: ReadonlySet<StepName> = new Set<StepName>([
  ...(['stamp', 'authority', 'calldata', 'transaction', 'inclusion', 'header', 'time', 'seal'] as const),
  ...(['genesis', 'node'] as const),
]);

/**
 * The three answers that a report gives. A step that failed is the answer to its question, and leaves the others open.
 * `proof`: undefined if a step before those of author, time stamps and node failed.
 */
export function answersOf(report: Report, proof: AnyProof | undefined, known: Knowledge): Answer[] {
  const failed = report.steps.find(({ ok }) => !ok);
  if (failed || !proof) return failed ? [failedAnswer(failed)] : [];
  return [whoOf(report, proof, known), sinceOf(proof, known), COMPLETE];
}

function failedAnswer({ name, detail }: Step): Answer {
  if (name === 'author') return { question: 'who', mark: 'failed', text: `not signed as it is shown: ${detail}` };
  const what = OF_TIME.has(name) ? 'the time is not shown' : 'the record is not shown to be unchanged';
  return { question: 'since', mark: 'failed', text: `${what}: ${detail}` };
}

/** The answers that a complete history gives. `stamp`: as in `Knowledge`, of its map. */
export function historyAnswers(report: Report, stamp: string | undefined): Answer[] {
  const failed = report.steps.find(({ ok }) => !ok);
  if (failed?.name === 'map') return [{ question: 'complete', mark: 'failed', text: failed.detail }];
  if (failed) return [failedAnswer(failed)];
  const complete = report.word.split('; ')[0]!.replace(/^complete /, '');
  const isKnown = report.vouched ? '' : '; whose log it is was not checked, --vkey or --checkpoint does';
  return [
    { question: 'who', mark: 'unchecked', text: 'a history has no signatures; the proof of each event has its own' },
    stamp === undefined
      ? { question: 'since', mark: 'unchecked', text: 'by the clock of the log; --tsa checks the time' }
      : { question: 'since', mark: 'checked', text: `the map ${stamp}` },
    { question: 'complete', mark: report.vouched ? 'checked' : 'unchecked', text: `${complete}${isKnown}` },
  ];
}

const COMPLETE: Answer = {
  question: 'complete',
  mark: 'unchecked',
  text: 'a proof of one event cannot show it; the history of the asset does (GET …/assets/UUID:history)',
};

function whoOf({ steps }: Report, proof: AnyProof, { author }: Knowledge): Answer {
  const question = 'who';
  const step = steps.find(({ name }) => name === 'author');
  const key = authorKeyOf(proof);
  if (key !== undefined && isOfLog(proof) && 'commitment' in proof.content)
    return {
      question,
      mark: 'unchecked',
      text: `the statement of the key ${key} shows nothing: the event is marked as erased`,
    };
  const isForeign = isOfLog(proof) && proof.imported_author !== undefined;
  if (isForeign && step) {
    const by = author === undefined ? '' : `by ${author}, `;
    return { question, mark: step.skipped ? 'unchecked' : 'checked', text: `${by}${step.detail}` };
  }
  if (step && !step.skipped && key !== undefined) {
    const part = isOfLog(proof) && 'salts' in proof.content ? '; they may have signed more than you see' : '';
    return { question, mark: 'checked', text: `signed by ${author ?? 'a key that you know'}, ${key}${part}` };
  }
  if (key !== undefined)
    return { question, mark: 'unchecked', text: `signed by the key ${key}; --author-key checks whose it is` };
  const { display_name, email, subject } = proof.event.principal_accepted;
  const name = display_name || email || subject;
  const stated = name === '' ? 'the proof names nobody' : `${name}, as the proof states`;
  return { question, mark: 'unchecked', text: `${stated}; the proof has no signature of the author` };
}

/** The earliest time that does not rest on the word of the operator alone; without one, what would show it. */
function sinceOf(proof: AnyProof, { trust, node, stamp }: Knowledge): Answer {
  const question = 'since';
  if (stamp !== undefined) return { question, mark: 'checked', text: `the event ${stamp}` };
  const chain = isOfLog(proof) ? proof.anchor?.chain : proof.chain;
  const isKnownChain = chain !== undefined && wordOf({ chain }, trust, node).vouched;
  if (isKnownChain && chain.kind === 'external')
    return { question, mark: 'checked', text: `in a block of ${blockTime(chain)}, of a chain that you know` };
  const accepted = `accepted at ${second(proof.event.timestamp_accepted)}`;
  if (isOfLog(proof) && isInSaved(proof, trust))
    return { question, mark: 'checked', text: `since before the checkpoint that you saved; ${accepted}` };
  const isKnown = isOfLog(proof) && trustedBy(proof, trust).length > 0;
  let stated = isKnown ? `${accepted} by the clock of a log that you know` : `${accepted}, as the proof states`;
  if (isKnownChain) stated = `in a block of ${blockTime(chain)} by the validator of the operator`;
  const options = [
    ...(isOfLog(proof) && proof.stamps ? ['--tsa'] : []),
    ...(chain?.kind === 'external' ? ['--rpc and --signer'] : []),
    ...(isOfLog(proof) ? ['--checkpoint'] : []),
  ];
  const check =
    options.length > 0 ? `${options.join(' or ')} checks the time` : 'nothing in this proof checks the time';
  return { question, mark: 'unchecked', text: `${stated}; ${check}` };
}

/** A time without fractions of a second. */
const second = (time: string): string => formatSeconds(parseTimestamp(time)!.us);
