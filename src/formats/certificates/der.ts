import { joinBytes } from '../../lib/bytes.ts';

/** An element of a DER encoding (X.690): its identifier octet, and where it starts, its content starts and it ends. */
export type Element = { tag: number; start: number; content: number; end: number };

/** An invalid encoding. The message continues a sentence about the certificate: `is cut off …`. */
export class DerError extends Error {}

export const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

const CONSTRUCTED = 0x20;
/** Maximum nesting of elements; a certificate has about eight levels. */
const MAX_DEPTH = 16;
/** Maximum number of elements; a certificate has a few hundred. */
const MAX_ELEMENTS = 10_000;
/** Maximum bytes of an object identifier; known ones have about ten. */
const MAX_OID = 64;

/**
 * Reads one element that fills `bytes`, and checks that everything in it is DER: definite lengths in their shortest
 * form, and each element exactly within its parent. Does not check the content of OCTET STRING and BIT STRING. Throws a
 * DerError.
 */
export function readDer(bytes: Uint8Array): Element {
  const whole = readElement(bytes, 0, Infinity);
  if (whole.end > bytes.length)
    throw new DerError(`is cut off: only ${bytes.length} of its ${whole.end} bytes are present`);
  if (whole.end < bytes.length)
    throw new DerError(`is followed by ${bytes.length - whole.end} bytes that do not belong to it`);
  const open: [Element, number][] = [[whole, 1]];
  let seen = 1;
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const [element, depth] = item;
    if ((element.tag & CONSTRUCTED) === 0) continue;
    if (depth > MAX_DEPTH) throw new DerError('is nested too deeply');
    for (const child of childrenOf(bytes, element)) {
      seen += 1;
      open.push([child, depth + 1]);
    }
    if (seen > MAX_ELEMENTS) throw new DerError('has too many parts');
  }
  return whole;
}

const broken = (at: number): DerError => new DerError(`is not DER (at byte ${at})`);

function readElement(bytes: Uint8Array, start: number, limit: number): Element {
  const tag = bytes[start];
  const first = bytes[start + 1];
  // Certificates use no tag numbers above 30.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || first === 0x80) throw broken(start);
  let length = first;
  let content = start + 2;
  if (first > 0x80) {
    const octets = first & 0x7f;
    length = 0;
    for (let i = 0; i < octets; i++) length = length * 256 + (bytes[content + i] ?? Number.NaN);
    if (octets > 4 || !(length >= Math.max(0x80, 256 ** (octets - 1)))) throw broken(start);
    content += octets;
  }
  const end = content + length;
  if (end > limit) throw broken(start);
  return { tag, start, content, end };
}

/** The children of a constructed element. Throws a DerError. */
export function childrenOf(bytes: Uint8Array, { content, end }: Element): Element[] {
  const children: Element[] = [];
  for (let at = content; at < end; at = children.at(-1)!.end) children.push(readElement(bytes, at, end));
  return children;
}

/** The content octets of an element. */
export const contentOf = (bytes: Uint8Array, { content, end }: Element): Uint8Array => bytes.subarray(content, end);

/** The whole encoding of an element. */
export const encodingOf = <B extends ArrayBufferLike>(bytes: Uint8Array<B>, { start, end }: Element): Uint8Array<B> =>
  bytes.subarray(start, end);

/** A non-negative INTEGER, without the zero octet of its sign. Throws a DerError for a negative one. */
export function unsigned(bytes: Uint8Array, element: Element): Uint8Array {
  const octets = contentOf(bytes, element);
  if (element.tag !== TAG.integer || octets.length === 0 || octets[0]! > 0x7f) throw broken(element.start);
  return octets[0] === 0 && octets.length > 1 ? octets.subarray(1) : octets;
}

/** An OBJECT IDENTIFIER in dotted decimals (X.690, section 8.19). Throws a DerError, also for one that is too long. */
export function oidOf(bytes: Uint8Array, element: Element): string {
  const octets = contentOf(bytes, element);
  if (element.tag !== TAG.oid || octets.length === 0 || octets.at(-1)! > 0x7f) throw broken(element.start);
  if (octets.length > MAX_OID) throw new DerError(`has an object identifier of more than ${MAX_OID} bytes`);
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const octet of octets) {
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    if (octet > 0x7f) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const [head = 0n, ...rest] = arcs;
  const root = head < 80n ? head / 40n : 2n;
  return [root, head - root * 40n, ...rest].join('.');
}

/** The DER of an element with this tag, whose content is the parts. */
export function derOf(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  const header = length < 0x80 ? [length] : [0x80 | octets.length, ...octets];
  return joinBytes([Uint8Array.of(tag, ...header), ...parts]);
}
