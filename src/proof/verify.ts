import { chainChecks, shownTransaction, wordOf, type Trust } from './chain.ts';
import { parseDocument, readProof, type KhipuProof, type SimpleProof } from './document.ts';
import { checkEvent } from './event.ts';
import { khipuChecks } from './khipu.ts';
import { NO_WORD, reasonOf, runStep, type Check, type Report, type Step } from './report.ts';
import { simpleChecks } from './simple.ts';

/**
 * Verifies a proof (see format.ts) with the values pinned by `trust`, step by step up to the first one that fails.
 * Never throws, for any input, and does not use the network.
 */
export function verifyProof(document: unknown, trust: Trust = {}): Report {
  return examine(document, trust).report;
}

/** The report on a document, and the parsed proof if every step passed. */
export type Examined = { report: Report; proof: SimpleProof | KhipuProof | undefined };

/** Verifies the bytes of a document, which must be JSON in UTF-8. */
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

/** Like `verifyProof`, with the parsed proof. */
function examine(document: unknown, trust: Trust): Examined {
  let proof: SimpleProof | KhipuProof | undefined;
  const format = runStep('format', () => {
    proof = readProof(document);
    return `the document is a complete ${proof.mechanism} proof with the view "${proof.view}"`;
  });
  const steps: Step[] = [format];
  if (proof) {
    for (const [name, check] of checksOf(proof, trust)) {
      const step = runStep(name, check);
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
  // A transaction that cannot be decoded fails in the step `transaction`, not in an earlier one.
  const transaction = shownTransaction(proof);
  const checks = proof.mechanism === 'KHIPU' ? khipuChecks(proof, transaction) : simpleChecks(proof, transaction);
  return [['event', () => checkEvent(proof)], ...checks, ...chainChecks(proof, trust)];
}
