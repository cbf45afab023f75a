import type { Trust } from './chain.ts';
import { parseDocument } from './document.ts';
import { NO_WORD, reasonOf, runStep, type Check, type Report, type Step, type Word } from './report.ts';

/** How documents of one form are read and verified. */
export type Form<P> = {
  /** Parses a document strictly. Throws Problem where it is not a proof of this form. */
  read: (document: unknown) => P;
  /** What a proof is, for a text. */
  kindOf: (proof: P) => string;
  /** The checks after that of the format. */
  checks: (proof: P, trust: Trust) => Check[];
  /** The number of erased events because of which a check failed. */
  erasedIn?: (proof: P, failed: Step) => number;
  /** What a proof relies on whose checks passed. */
  wordOf: (proof: P, trust: Trust) => Word;
};

/** The report on a document, and the parsed proof if every step passed. */
export type Examination<P> = { report: Report; proof: P | undefined };

/** Verifies a document step by step, up to the first one that fails. Never throws. */
export function examine<P>(document: unknown, trust: Trust, form: Form<P>): Examination<P> {
  let proof: P | undefined;
  const format = runStep('format', () => {
    proof = form.read(document);
    return `the document is a complete ${form.kindOf(proof)}`;
  });
  const steps: Step[] = [format];
  if (proof) {
    for (const [name, check] of form.checks(proof, trust)) {
      const step = runStep(name, check);
      steps.push(step);
      if (!step.ok) break;
    }
  }
  const ok = proof !== undefined && steps.every((step) => step.ok);
  const erased = proof !== undefined && !ok ? (form.erasedIn?.(proof, steps.at(-1)!) ?? 0) : 0;
  return {
    report: { ok, steps, ...(erased > 0 ? { erased } : {}), ...(ok ? form.wordOf(proof!, trust) : NO_WORD) },
    proof: ok ? proof : undefined,
  };
}

/** Like `examine`, of the bytes of a document, which must be JSON in UTF-8. */
export function examineAs<P>(bytes: Uint8Array, trust: Trust, form: Form<P>): Examination<P> {
  let document: unknown;
  try {
    document = parseDocument(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (error) {
    const steps: Step[] = [{ name: 'format', ok: false, detail: reasonOf(error) }];
    return { report: { ok: false, steps, ...NO_WORD }, proof: undefined };
  }
  return examine(document, trust, form);
}
