import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startKillable, type Killable } from '../support/killable.ts';
import { RECORD } from '../support/record.ts';
import { sized } from '../support/size.ts';
import { startReceiver, verified, type Receiver } from './support/receiver.ts';

const EVENTS = sized({ long: 3000, full: 10_000 });
const KILLS = sized({ long: 5, full: 10 });
/** Events of one request. */
const BATCH = 50;

let receiver: Receiver;
let service: Killable;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startKillable({ WEBHOOK_ALLOWED_HOSTS: receiver.host });
});
afterAll(() => {
  service?.close();
  receiver?.close();
});

it(
  'delivers every event at least once, with a valid signature, although the service is killed again and again',
  { timeout: 3_000_000 },
  async () => {
    // The receiver fails now and then, and some of its responses are lost.
    let requests = 0;
    receiver.respond((_received, response) => {
      requests += 1;
      if (requests % 50 === 0) response.writeHead(500).end();
      else if (requests % 77 === 0) response.destroy();
      else response.writeHead(200).end();
    });
    const { applications } = await service.call('GET', '/iam/v1/applications');
    const made = await service.call('POST', '/v1/webhooks', {
      display_name: 'Receiver',
      url: receiver.url,
      application: applications[0].identity,
      filters: ['operation=Record'],
    });
    const asset = await service.call('POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      proof_mechanism: 'MERKLE_LOG',
      attributes: {},
    });
    const recorded = new Set<string>();
    const appended = async (from: number, to: number): Promise<void> => {
      for (let i = from; i < to; i += BATCH) {
        const events = Array.from({ length: Math.min(BATCH, to - i) }, (_, n) => ({
          asset_identity: asset.identity,
          ...RECORD,
          event_attributes: { arc_display_type: `event ${i + n}` },
          asset_attributes: {},
        }));
        const { results } = await service.call('POST', '/v2/assets/-/events:batch', { events });
        for (const { event } of results) recorded.add(event.identity);
      }
    };
    const delivered = (): Set<string> => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.identity));
    for (let kill = 0; kill < KILLS; kill++) {
      const [from, to] = [kill, kill + 1].map((n) => Math.floor((n * EVENTS) / KILLS)) as [number, number];
      await appended(from, to);
      const before = receiver.received.length;
      // The process ends while deliveries are being sent.
      await expect.poll(() => receiver.received.length, { interval: 5 }).toBeGreaterThan(before + 10);
      await service.restart(() => undefined);
    }
    expect(recorded.size).toBe(EVENTS);
    await expect.poll(() => delivered().size, { timeout: 1_200_000, interval: 500 }).toBe(EVENTS);
    expect([...delivered()].filter((identity) => !recorded.has(identity))).toEqual([]);
    const ids = new Map<string, string>();
    for (const one of receiver.received) {
      const { data } = JSON.parse(one.body);
      ids.set(data.identity, ids.get(data.identity) ?? one.headers['webhook-id']!);
      expect(ids.get(data.identity)).toBe(one.headers['webhook-id']);
    }
    expect(new Set(ids.values()).size).toBe(EVENTS);
    for (const one of receiver.received) {
      // The library accepts signatures of the last five minutes.
      vi.spyOn(Date, 'now').mockReturnValue(one.at);
      expect(verified(made.secret, one).type).toBe('event.recorded');
      vi.restoreAllMocks();
    }
    // A request is repeated only if it failed, or if the process ended before its result was stored.
    const failures = Math.ceil(requests / 50) + Math.ceil(requests / 77);
    expect(receiver.received.length - EVENTS).toBeLessThanOrEqual(failures + KILLS * 4);
  },
);
