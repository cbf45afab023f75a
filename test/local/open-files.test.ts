import { expect, it } from 'vitest';
import { connectionLimits } from '../../apps/server/listener/open-files.ts';

it.each([
  [512, 160, 40],
  [1024, 416, 104],
  // From here on, fewer requests are forwarded at once than there are connections.
  [1856, 832, 208],
  [4096, 3072, 768],
  [5119, 4095, 1023],
  [5120, 4096, 1024],
  [Number.POSITIVE_INFINITY, 4096, 1024],
])('a limit of %d open files gives %d connections, %d of one address', (openFiles, connections, perAddress) => {
  expect(connectionLimits(openFiles)).toEqual({ connections, perAddress });
});

it('a limit of open files with which the runtime cannot work is refused', () => {
  const message = 'the limit of open files is 511: must be at least 512 (ulimit -n, LimitNOFILE=)';
  expect(() => connectionLimits(511)).toThrow(message);
});
