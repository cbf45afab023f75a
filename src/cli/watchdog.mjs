// Loaded into wrangler: when the process that started it is gone, however it went, the whole process
// group goes too. A workerd that outlives its wrangler would hold the port and the database.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(0, 'SIGKILL');
  }, 500).unref();
}
