import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { measure, middle, transfer, type Measured, type Reply } from './load.ts';
import { median, verdict, type Bench } from './report.ts';
import type { Server } from './server.ts';

const MIB = 2 ** 20;
/** MiB up to which the service stores a file in one put; larger files are stored in parts. */
const PART = 8;
/** Concurrent uploads or downloads. */
const CONNECTIONS = 4;
const BOUNDARY = 'boundary-of-the-benchmark';
export const UPLOAD_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export const uploadForm = (content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="filename"\r\nContent-Type: ` +
        `application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

/** Measures uploads and downloads of 1 and 25 MiB, compared with a Worker that only puts and gets these bytes in R2. */
export async function compareBlobs(bench: Bench): Promise<void> {
  const floor = await bench.openFloor();
  const { server, token } = await bench.open('blobs');
  const service = { url: server.url, token };
  for (const size of [1, 25]) {
    const content = randomBytes(size * MIB);
    const body = uploadForm(content);
    const upload = (): Promise<Reply> => transfer(service, 'POST', '/archivist/v1/blobs', body, UPLOAD_TYPE);
    const put = (): Promise<Reply> => transfer(floor, 'PUT', `/blob/${randomUUID()}`, content);
    await compare(`upload ${size} MiB`, size, upload, put, 0.6, server, bench);

    const blob = JSON.parse((await upload()).text) as { identity: string; hash: { value: string } };
    if (blob.hash.value !== createHash('sha256').update(content).digest('hex'))
      throw new Error('an upload has another hash');
    const download = whole(content.length, () => transfer(service, 'GET', `/archivist/v1/${blob.identity}`));
    const get = (path: string) => whole(content.length, () => transfer(floor, 'GET', path));
    await transfer(floor, 'PUT', '/blob/whole', content);
    const unseen = { ...bench, inspect: async () => undefined };
    if (size <= PART) {
      await compare(`download ${size} MiB`, size, download, get('/blob/whole'), 0.8, server, bench);
      // A download needs at least one read of the database, to learn the caller's rights.
      await compare(
        `ceiling: download ${size} MiB`,
        size,
        get('/blob/whole?read'),
        get('/blob/whole'),
        0,
        server,
        unseen,
      );
      continue;
    }
    // The local R2 is much slower at reading objects that were stored in parts.
    await transfer(floor, 'PUT', '/blob/parts?parts', content);
    await compare(`download ${size} MiB`, size, download, get('/blob/parts'), 0.8, server, bench);
    await compare(`download ${size} MiB, floor whole`, size, download, get('/blob/whole'), 0, server, unseen);
  }
}

/** Treats a response of another length as a failure. */
const whole = (length: number, call: () => Promise<Reply>) => async (): Promise<Reply> => {
  const reply = await call();
  return reply.bytes === length
    ? reply
    : { ...reply, status: 0, text: `${reply.status}, ${reply.bytes} bytes ${reply.text}` };
};

async function compare(
  name: string,
  size: number,
  own: () => Promise<Reply>,
  base: () => Promise<Reply>,
  goal: number,
  server: Server,
  { milliseconds, rounds, report, inspect }: Bench,
): Promise<void> {
  await measure(base, 300, CONNECTIONS);
  await measure(own, 300, CONNECTIONS);
  const pairs: [Measured, Measured][] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push([await measure(base, milliseconds, CONNECTIONS), await measure(own, milliseconds, CONNECTIONS)]);
  const ratio = median(pairs.map(([f, s]) => s.perSecond / f.perSecond));
  const [floor, service] = [middle(pairs.map(([f]) => f)), middle(pairs.map(([, s]) => s))];
  const [floorRate, rate] = [floor.perSecond * size, service.perSecond * size];
  console.log(
    `${name.padEnd(30)}${rate.toFixed(0).padStart(6)} MiB/s  median ${service.median.toFixed(1)} ms  ratio ` +
      `${ratio.toFixed(2)} to R2 alone (${floorRate.toFixed(0)} MiB/s)  ${verdict(ratio >= goal, goal)}`,
  );
  report.push({ name, mibPerSecond: rate, floorMibPerSecond: floorRate, ...service, ratio, goal });
  await inspect(server, () => measure(own, 3000, CONNECTIONS));
}

const BLOBS = 10_000;
const BYTES = 2000;
const AT_ONCE = 500;

/** Measures the daily scan of many small blobs, from the cron until the last one is scanned. */
export async function scanMany({ open, report, inspect, inspected }: Bench): Promise<void> {
  const { server, principal } = await open('scan');
  await server.offline(async ({ db, blobs }) => {
    for (let from = 0; from < BLOBS; from += AT_ONCE) await writeBlobs(db, blobs, principal.tenant, from);
  });
  const left = (): number =>
    server.query<{ n: number }>("SELECT count(*) AS n FROM blobs WHERE scanned_status <> 'SCANNED_OK'")[0]!.n;
  let seconds = 0;
  const scan = async (): Promise<void> => {
    const started = performance.now();
    await server.cron('0 3 * * *');
    for (let n = left(); n !== 0; n = left()) {
      seconds = (performance.now() - started) / 1000;
      if (seconds > 600) throw new Error(`${n} blobs are not scanned after ten minutes`);
      await wait(100);
    }
    seconds = (performance.now() - started) / 1000;
  };
  await (inspected ? inspect(server, scan) : scan());
  console.log(
    `scan of ${BLOBS} blobs`.padEnd(30) +
      `${(BLOBS / seconds).toFixed(0).padStart(6)}/s  all in ${seconds.toFixed(1)} s`,
  );
  report.push({ name: `scan of ${BLOBS} blobs`, perSecond: BLOBS / seconds, seconds });
}

/** Writes rows and objects like those of uploads. */
async function writeBlobs(db: D1Database, blobs: R2Bucket, tenant: string, from: number): Promise<void> {
  const files = Array.from({ length: AT_ONCE }, (_, i) => {
    const content = Buffer.alloc(BYTES, `file ${from + i} `);
    return { id: randomUUID(), content, sha256: createHash('sha256').update(content).digest('hex') };
  });
  await Promise.all(files.map(({ id, content }) => blobs.put(`blobs/${tenant}/${id}`, content)));
  await db
    .prepare(
      `INSERT INTO blobs (id, tenant, sha256, size, mime_type, declared_type, file_name, accepted_us, issuer, subject)
       SELECT value ->> 0, ?1, value ->> 1, ?2, 'text/plain', '', 'filename', 1, 'appidp', 'bench' FROM json_each(?3)`,
    )
    .bind(tenant, BYTES, JSON.stringify(files.map(({ id, sha256 }) => [id, sha256])))
    .run();
}
