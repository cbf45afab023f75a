import { Agent, setGlobalDispatcher } from 'undici';

/**
 * Runs before every test file. The service closes connections that are idle for 5 seconds, and `fetch` those that are
 * idle for 4: a process that a busy machine lets wait between the two would send a request on a closed connection.
 */
const KEY = Symbol.for('the connections of fetch in tests');
const shared = globalThis as { [KEY]?: Agent };
shared[KEY] ??= new Agent({ keepAliveTimeout: 100, keepAliveMaxTimeout: 100 });
setGlobalDispatcher(shared[KEY]);
