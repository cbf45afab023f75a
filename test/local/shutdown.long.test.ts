import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';
import { workerdsOf } from '../../apps/server/processes.ts';
import { untilClosed } from './support/socket.ts';
import { expectNothingLeft, started, uploading } from './support/stopping.ts';

describe.concurrent('npm start', () => {
  it('closes connections after 10 seconds and exits with 0', async ({ expect }) => {
    const service = await started('cuts');
    const { socket } = await uploading(service, 300_000);
    const answer = untilClosed(socket);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(await answer).toBe('');
    expect(workerdsOf(service.paths.dir)).toEqual([]);
    expect(existsSync(service.runDir)).toBe(false);
  });

  it('exits at once with 1 on a second Ctrl-C', async ({ expect }) => {
    const service = await started('second');
    const { socket } = await uploading(service, 300_000);
    const answer = untilClosed(socket);
    // A signal within a second of the first is ignored.
    await expect
      .poll(() => {
        service.child.kill('SIGINT');
        return service.hasEnded();
      })
      .toBe(true);
    expect(await service.ended()).toBe(1);
    expect(await answer).toBe('');
    await expectNothingLeft(service);
  });
});
