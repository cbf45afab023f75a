import { chainChecks, shownTransaction, wordOf, type Trust } from './chain.ts';
import { parseDocument, readProof, type KhipuProof, type SimpleProof } from './document.ts';
import { checkEvent } from './event.ts';
import { khipuChecks } from './khipu.ts';
import { NO_WORD, reasonOf, taken, type Check, type Report, type Step } from './report.ts';
import { simpleChecks } from './simple.ts';

/**
 * Checks a proof (see format.ts) by nothing but what it holds and what `trust` pins, step by step up to the first
 * that fails. Never throws, whatever it is given; reaches for no network.
 */
export function verifyProof(document: unknown, trust: Trust = {}): Report {
  return examine(document, trust).report;
}

/** What was found of a proof, and the proof itself where the report is good. */
export type Examined = { report: Report; proof: SimpleProof | KhipuProof | undefined };

/** The same of the bytes of a document, which must be JSON in UTF-8. */
export function examineBytes(bytes: Uint8Array, trust: Trust = {}): Examined {
  let document: unknown;
  try {
    document = parseDocument(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (error) {
    const steps: Step[] = [{ name: 'format', ok: false, detail: reasonOf(error) }];
    return { report: { ok: false, steps, ...NO_WORD }, proof: undefined };
  }
  return examine(document, trust);
}

/** The same, with the proof where the report is good. */
function examine(document: unknown, trust: Trust): Examined {
  let proof: SimpleProof | KhipuProof | undefined;
  const format = taken('format', () => {
    proof = readProof(document);
    return `a ${proof.mechanism} proof, as ${proof.view === 'public' ? 'everybody' : 'the tenant'} sees the event`;
  });
  const steps: Step[] = [format];
  if (proof) {
    for (const [name, take] of checksOf(proof, trust)) {
      const step = taken(name, take);
      steps.push(step);
      if (!step.ok) break;
    }
  }
  const ok = proof !== undefined && steps.every((step) => step.ok);
  return {
    report: { ok, steps, ...(ok ? wordOf(proof!, trust) : NO_WORD) },
    proof: ok ? proof : undefined,
  };
}

function checksOf(proof: SimpleProof | KhipuProof, trust: Trust): Check[] {
  // Bytes that are no transaction are what the step `transaction` fails for, not the ones before it.
  const transaction = shownTransaction(proof);
  const checks = proof.mechanism === 'KHIPU' ? khipuChecks(proof, transaction) : simpleChecks(proof, transaction);
  return [['event', () => checkEvent(proof)], ...checks, ...chainChecks(proof, trust)];
}
