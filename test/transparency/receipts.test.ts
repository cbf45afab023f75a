import { expect, test } from 'vitest';
import { toBase64Url } from '../../src/lib/text.ts';
import { decodeReceipt, encodeReceiptHeader } from '../../src/formats/log/receipt.ts';
import { receiptHeader, storedReceipt } from '../../src/transparency/sequencer/keys.ts';
import { receiptOf } from '../../src/transparency/reads/notes.ts';

const ORIGIN = 'evidence.example.com/archivist/v1/logs/b7c1d2e3-4f50-4a6b-8c7d-9e0f1a2b3c4d';
const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(7);
const text = toBase64Url(bytes(32));
const keys = { number: 1, fromUs: 0, publicKeys: { ed25519: text, p256: { x: text, y: text } } };

const receiptWith = (receipt: Uint8Array): Uint8Array => {
  const tree = { id: '', origin: ORIGIN, size: 2, root: bytes(32), edge: [], roots: [], keys, receipt };
  return receiptOf({ tree, index: 1, path: [bytes(32)] });
};

test('the receipts of a log have the log as their issuer and their subject', () => {
  const { header, signature } = decodeReceipt(receiptWith(storedReceipt(bytes(64))));
  expect(header).toMatchObject({ issuer: ORIGIN, subject: ORIGIN });
  expect(signature).toEqual(bytes(64));
});

test('the receipts of a tree that was signed without a subject have the header that was signed', () => {
  const { header, signature, protectedHeader } = decodeReceipt(receiptWith(bytes(64)));
  expect(header).toMatchObject({ issuer: ORIGIN, subject: undefined });
  expect(protectedHeader).toEqual(encodeReceiptHeader(receiptHeader(keys, ORIGIN, false)));
  expect(signature).toEqual(bytes(64));
});
