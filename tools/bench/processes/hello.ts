// `node hello.ts`: what any start on Miniflare costs: imports it, starts a Worker that says hello, and asks it once.
import { Miniflare } from 'miniflare';
import { workerOptions } from './worker.ts';

const miniflare = new Miniflare(workerOptions('hello', `export default { fetch: () => new Response('hello') };`));
const response = await fetch(await miniflare.ready);
process.stdout.write(await response.text());
await miniflare.dispose();
