import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService();
  tenant = await newTenant(service, 'Cut off');
});

const JSON_TYPE = 'application/json';
const BODIES = [
  ['/v2/assets', JSON_TYPE, '{"attributes": {'],
  ['/v2/assets/-/events:batch', JSON_TYPE, '{"events": [{'],
  ['/v2/assets/-/events:batch', 'application/jsonl', '{"asset_identity": "'],
  ['/v1/blobs', 'multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nabc'],
] as const;

test.each(BODIES)(
  'a client that stops sending its body is not logged as an error (%s, %s)',
  async (path, type, body) => {
    const framings: [string, string][] = [
      ['content-length: 1000', body],
      ['transfer-encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n`],
    ];
    for (const [framing, sent] of framings) {
      const before = requests(await service.logged()).length;
      const last = async (): Promise<unknown> => requests(await service.logged())[before];
      // The Worker must have begun to read the body, which nothing shows: on a busy machine that takes longer.
      for (let wait = 50; (await last()) === undefined && wait < 60_000; wait *= 2) await stopSending(wait);
      expect(await last()).toMatchObject({ level: 'info', status: 400 });

      async function stopSending(after: number): Promise<void> {
        const { hostname, port, host } = new URL(service.api);
        const socket = connect(Number(port), hostname);
        const head = [
          `POST /archivist${path} HTTP/1.1`,
          `host: ${host}`,
          `authorization: Bearer ${tenant.token}`,
          `content-type: ${type}`,
          framing,
        ];
        socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`);
        await sleep(after);
        socket.destroy();
        await once(socket, 'close');
      }
    }
  },
);

/** The lines of the log for requests of the tenant. */
const requests = (lines: readonly string[]): any[] =>
  lines
    .filter((line) => line.includes('"message":"request"'))
    .map((line) => JSON.parse(line))
    .filter((line) => line.tenant === tenant.tenant_identity.split('/')[1]);
