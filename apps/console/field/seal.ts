/*
 * What a device keeps, encrypted with AES-GCM by the browser. Each text and each file has a nonce of its own, before
 * the ciphertext.
 */

/** A value as a device keeps it: its JSON and its files, encrypted with one key. */
export type SealedValue = { text: ArrayBuffer; files: Blob[] };

const NONCE = 12;
const ALGORITHM = 'AES-GCM';

/** Imports a key of 32 bytes in base64url, which no script can read from then on. */
export async function importKey(text: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt']);
}

async function encrypt(key: CryptoKey, plain: BufferSource): Promise<ArrayBuffer> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const sealed = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, plain);
  const whole = new Uint8Array(NONCE + sealed.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(sealed), NONCE);
  return whole.buffer;
}

/** Throws OperationError for another key, and for bytes that have changed. */
const decrypt = (key: CryptoKey, sealed: ArrayBuffer): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: ALGORITHM, iv: new Uint8Array(sealed, 0, NONCE) }, key, new Uint8Array(sealed, NONCE));

/** Files that are sealed already, by key: a draft is kept with each change, and its photos do not change. */
const sealedFiles = new WeakMap<CryptoKey, WeakMap<Blob, Promise<Blob>>>();

export function sealFile(key: CryptoKey, file: Blob): Promise<Blob> {
  const known = sealedFiles.get(key) ?? new WeakMap<Blob, Promise<Blob>>();
  sealedFiles.set(key, known);
  const before = known.get(file);
  if (before) return before;
  const sealing = file.arrayBuffer().then(async (bytes) => new Blob([await encrypt(key, bytes)], { type: file.type }));
  known.set(file, sealing);
  return sealing;
}

/** Throws as `decrypt`. */
export async function openFile(key: CryptoKey, sealed: Blob): Promise<File> {
  const bytes = await decrypt(key, await sealed.arrayBuffer());
  return new File([bytes], '', { type: sealed.type });
}

/** Encrypts a value of JSON and files. `fileOf`: what is kept of a file, if it is sealed already. */
export async function seal(
  key: CryptoKey,
  value: object,
  fileOf: (file: Blob) => Promise<Blob> = (file) => sealFile(key, file),
): Promise<SealedValue> {
  // Nobody can have chosen a name that is made now.
  const marker = crypto.randomUUID();
  const files: Blob[] = [];
  const json = JSON.stringify({ value, marker }, (_name, part: unknown) =>
    part instanceof Blob ? { [marker]: files.push(part) - 1 } : part,
  );
  const [text, ...kept] = await Promise.all([encrypt(key, new TextEncoder().encode(json)), ...files.map(fileOf)]);
  return { text, files: kept };
}

/** Opens a value. `fileOf`: what becomes of a sealed file, if it is not opened now. Throws as `decrypt`. */
export async function open<T>(
  key: CryptoKey,
  { text, files }: SealedValue,
  fileOf: (file: Blob) => Promise<Blob> = (file) => openFile(key, file),
): Promise<T> {
  const [json, ...opened] = await Promise.all([decrypt(key, text), ...files.map(fileOf)]);
  const { value, marker } = JSON.parse(new TextDecoder().decode(json)) as { value: unknown; marker: string };
  return revived(value, (part) => {
    const number: unknown = (part as Record<string, unknown>)[marker];
    return typeof number === 'number' ? opened[number] : undefined;
  }) as T;
}

/** A value of JSON with its placeholders replaced by files. */
function revived(value: unknown, fileIn: (part: object) => Blob | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => revived(part, fileIn));
  return (
    fileIn(value) ?? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, revived(part, fileIn)]))
  );
}
