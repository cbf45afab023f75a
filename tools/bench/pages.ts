import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Call } from './account.ts';
import { measure, middle, send, type Measured, type Reply } from './load.ts';
import { median, print, verdict, type Bench } from './report.ts';

const [EVENTS, SHOWN] = [25, 20];
const GOAL = 2;
const STATIC = join(import.meta.dirname, '../../apps/site/styles/pages.css');

/** Creates a public asset with a history. */
async function createAsset(call: Call): Promise<string> {
  const asset = {
    arc_display_name: 'Pump 7',
    arc_display_type: 'Pump',
    arc_description: 'Behind the mill',
    rating: '7 kW',
  };
  const { identity } = JSON.parse((await call('POST', '/v2/assets', { public: true, attributes: asset })).text);
  for (let i = 0; i < EVENTS; i++) {
    const { status, text } = await call('POST', `/v2/${identity}/events`, {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      event_attributes: {
        arc_display_type: 'Inspection',
        arc_description: `number ${i}`,
        inspector: crypto.randomUUID(),
      },
      asset_attributes: { condition: 'good', seen: String(i) },
    });
    if (status !== 200) throw new Error(text);
  }
  return identity;
}

/** Measures the page of an asset, compared with the JSON of its content: the asset and its newest events. */
export async function comparePages(bench: Bench): Promise<void> {
  const { server, call } = await bench.open('pages');
  const { url } = server;
  const path = `/archivist/public${await createAsset(call)}`;
  const page = (): Promise<Reply> => send({ url, accept: 'text/html,*/*;q=0.8' }, 'GET', path);
  const json = async (): Promise<Reply> => {
    const [asset, events] = await Promise.all([
      send({ url }, 'GET', path),
      send({ url }, 'GET', `${path}/events?page_size=${SHOWN}`),
    ]);
    return {
      status: Math.max(asset.status, events.status),
      text: asset.text + events.text,
      bytes: asset.bytes + events.bytes,
    };
  };
  const [html, data] = [(await page()).text, (await json()).text];
  if (html.match(/<h3>/g)?.length !== SHOWN) throw new Error(html);
  const sizes = {
    html: gzipSync(html).length,
    css: gzipSync(readFileSync(STATIC)).length,
    json: gzipSync(data).length,
  };
  console.log(`pages: transferred ${sizes.html} bytes of HTML and ${sizes.css} of CSS; ${sizes.json} of JSON`);
  for (const connections of [1, 8]) {
    await measure(json, 500, connections);
    await measure(page, 500, connections);
    const runs: [Measured, Measured][] = [];
    for (let round = 0; round < bench.rounds; round++)
      runs.push([
        await measure(json, bench.milliseconds, connections),
        await measure(page, bench.milliseconds, connections),
      ]);
    const ratio = median(runs.map(([j, p]) => p.median / j.median));
    const own = middle(runs.map(([, p]) => p));
    const of = middle(runs.map(([j]) => j)).median.toFixed(1);
    const name = `pages: asset, ${connections} at once`;
    print(name, own, `page : JSON (${of} ms) ${ratio.toFixed(2)}  ${verdict(ratio <= GOAL, GOAL)}`);
    bench.report.push({ name, ...own, ...sizes, ratio, goal: GOAL });
  }
  await bench.inspect(server, () => measure(page, 3000, 8));
}
