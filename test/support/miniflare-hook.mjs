import { registerHooks } from 'node:module';

const SLOW = 'MIN_SINGLE_SEGMENT_GROWTH = 4096';
const FAST = 'MIN_SINGLE_SEGMENT_GROWTH = 4194304';

/**
 * Halves the CPU time in which a test process starts a service. Miniflare writes its configuration, which contains the
 * Worker, into a buffer that it copies for each 4 KiB more; here it grows in steps of 4 MiB. The bytes are the same.
 */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/miniflare/dist/src/index.js')) return loaded;
    const source = String(loaded.source);
    if (!source.includes(SLOW)) throw new Error(`${url}: it no longer has ${SLOW}`);
    return { ...loaded, source: source.replace(SLOW, FAST) };
  },
});
