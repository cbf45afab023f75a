import { wordOf, type Trust } from './chain.ts';
import type { KhipuProof, SimpleProof } from './document.ts';
import { examine, examineAs, type Examination, type Form } from './examine.ts';
import { isLogProof, LOG_PROOF } from './log-document.ts';
import type { LogProof } from './log-format.ts';
import { LOG_FORM, logWordOf } from './log-verify.ts';
import type { Report, Word } from './report.ts';
import { WINDOW_FORM } from './window-form.ts';

/** A proof of any form, of which `format` tells the form. */
export type AnyProof = SimpleProof | KhipuProof | LogProof;

/** Proofs of all forms. */
const ANY_FORM: Form<AnyProof> = {
  read: (document) => (isLogProof(document) ? LOG_FORM : WINDOW_FORM).read(document),
  kindOf: (proof) => (isOfLog(proof) ? LOG_FORM.kindOf(proof) : WINDOW_FORM.kindOf(proof)),
  checks: (proof, trust) => (isOfLog(proof) ? LOG_FORM.checks(proof, trust) : WINDOW_FORM.checks(proof, trust)),
  erasedIn: (proof, failed) => (isOfLog(proof) ? 0 : WINDOW_FORM.erasedIn!(proof, failed)),
  wordOf: (proof, trust) => relianceOf(proof, trust),
};

/**
 * Verifies a proof (see format.ts and log-format.ts) with the values pinned by `trust`, step by step up to the first
 * one that fails. Never throws, for any input, and does not use the network.
 */
export const verifyProof = (document: unknown, trust: Trust = {}): Report => examine(document, trust, ANY_FORM).report;

/** Verifies the bytes of a document, which must be JSON in UTF-8. */
export const examineBytes = (bytes: Uint8Array, trust: Trust = {}): Examination<AnyProof> =>
  examineAs(bytes, trust, ANY_FORM);

/**
 * The proof by a log entry in the bytes of a document; undefined for another one, and if a step fails without known
 * values.
 */
export function logProofIn(bytes: Uint8Array): LogProof | undefined {
  const { proof } = examineBytes(bytes);
  return proof && isOfLog(proof) ? proof : undefined;
}

/** Whether a proof is by a log entry. */
export const isOfLog = (proof: AnyProof): proof is LogProof => proof.format === LOG_PROOF;

/** What a valid proof relies on. `node` is the host of a node that confirmed the proof. */
export const relianceOf = (proof: AnyProof, trust: Trust, node?: string): Word =>
  isOfLog(proof) ? logWordOf(proof, trust, node) : wordOf(proof, trust, node);
