// `node hello.ts`: the minimum start on Miniflare: imports it, starts a hello Worker, and sends one request.
import { Miniflare } from 'miniflare';
import { workerOptions } from './worker.ts';

const miniflare = new Miniflare(workerOptions('hello', `export default { fetch: () => new Response('hello') };`));
const response = await fetch(await miniflare.ready);
process.stdout.write(await response.text());
await miniflare.dispose();
