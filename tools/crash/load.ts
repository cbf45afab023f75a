import { randomUUID } from 'node:crypto';

/** The fields of a record that the tests use. */
export type Shown = {
  identity: string;
  event_attributes?: Record<string, string>;
  asset_attributes?: Record<string, string>;
  attributes?: Record<string, string>;
  operation?: string;
  [field: string]: unknown;
};

/** A write with its Idempotency-Key. `acknowledged` is the record of a 200, and undefined until then. */
export type Write = {
  key: string;
  kind: 'create' | 'append';
  path: string;
  body: object;
  round: number;
  acknowledged: Shown | undefined;
};

const REQUEST_WITHIN = 20_000;

/** The name of the attribute with the key of the write, which identifies its event. */
export const KEY = 'written_by';

/** Creates a new asset with its key as an attribute. */
export function creation(round: number): Write {
  const key = randomUUID();
  const attributes = { [KEY]: key, arc_display_name: `Asset of round ${round}` };
  const body = { behaviours: ['RecordEvidence'], attributes };
  return { key, kind: 'create', path: '/v2/assets', body, round, acknowledged: undefined };
}

/** Appends an event to an asset (`assets/<uuid>`), which also changes the asset. */
export function append(round: number, writer: number, asset: string): Write {
  const key = randomUUID();
  const body = {
    operation: 'Record',
    behaviour: 'RecordEvidence',
    event_attributes: { [KEY]: key, writer: String(writer) },
    asset_attributes: { [`last_of_${writer}`]: key, round: String(round) },
  };
  return { key, kind: 'append', path: `/v2/${asset}/events`, body, round, acknowledged: undefined };
}

/**
 * Sends a write. Resolves to the record, or to undefined if the outcome is unknown (no response, 429, 5xx). Throws on
 * any other response.
 */
export async function send(base: string, token: string, write: Write): Promise<Shown | undefined> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${base}${write.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': write.key,
      },
      body: JSON.stringify(write.body),
      signal: AbortSignal.timeout(REQUEST_WITHIN),
    });
    [status, text] = [response.status, await response.text()];
  } catch {
    return undefined;
  }
  if (status === 200) return JSON.parse(text) as Shown;
  if (status === 429 || status >= 500) return undefined;
  throw new Error(
    `${write.kind} ${write.path} with key ${write.key} was answered with ${status}: ${text.slice(0, 500)}`,
  );
}

/**
 * Runs `writers` clients, each of which writes to the assets sequentially until `stopped`. One write in ten creates an
 * asset; one in ten is sent as two concurrent requests. Calls `written` with each acknowledged write. Resolves to all
 * sent writes.
 */
export async function load(
  service: { base: string; token: string },
  assets: readonly string[],
  round: number,
  { writers, stopped, written }: { writers: number; stopped: () => boolean; written: (write: Write) => void },
): Promise<Write[]> {
  const writes: Write[] = [];
  const writer = async (n: number): Promise<void> => {
    for (let i = n; !stopped(); i++) {
      const write = i % 10 === 0 ? creation(round) : append(round, n, assets[i % assets.length]!);
      writes.push(write);
      const copies = i % 10 === 5 ? 2 : 1;
      const answers = await Promise.all(Array.from({ length: copies }, () => send(service.base, service.token, write)));
      for (const answer of answers) {
        if (answer === undefined) continue;
        if (write.acknowledged && write.acknowledged.identity !== answer.identity)
          throw new Error(`key ${write.key} created ${write.acknowledged.identity} and ${answer.identity}`);
        write.acknowledged ??= answer;
      }
      if (write.acknowledged) written(write);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, n) => writer(n)));
  return writes;
}
