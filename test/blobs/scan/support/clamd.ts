import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { PATIENCE } from '../../../support/patience.ts';
import { removeDirectory } from '../../../support/directory.ts';

/** The path of clamd, if it is installed. */
export const CLAMD = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  .map((directory) => join(directory, 'clamd'))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

export type Clamd = { kill: () => Promise<void> };

/** Starts a clamd that knows only these signatures (lines of a .hdb file); `more` are lines of its settings. */
export async function startClamd(
  port: number,
  signatures: readonly string[],
  more: readonly string[] = [],
): Promise<Clamd> {
  const directory = mkdtempSync(join(tmpdir(), 'clamd-'));
  writeFileSync(join(directory, 'test.hdb'), signatures.map((line) => `${line}\n`).join(''));
  const settings = [
    `DatabaseDirectory ${directory}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    `TemporaryDirectory ${directory}`,
    `User ${userInfo().username}`,
    'Foreground yes',
    'AlertExceedsMax yes',
    ...more,
  ];
  writeFileSync(join(directory, 'clamd.conf'), settings.map((line) => `${line}\n`).join(''));
  const clamd = spawn(CLAMD!, ['-c', join(directory, 'clamd.conf')], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  clamd.stdout.on('data', (text) => (said += text));
  clamd.stderr.on('data', (text) => (said += text));
  const ended = new Promise<void>((resolve) =>
    clamd.on('exit', () => {
      removeDirectory(directory);
      resolve();
    }),
  );
  const kill = async (): Promise<void> => {
    clamd.kill('SIGKILL');
    await ended;
  };
  const until = Date.now() + PATIENCE;
  while (!(await answers(port))) {
    if (clamd.exitCode !== null || Date.now() > until) {
      await kill();
      throw new Error(`clamd did not start: ${said}`);
    }
  }
  return { kill };
}

/** Whether clamd responds within a tenth of a second. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('zPING\0'));
    socket.setTimeout(100, () => socket.destroy());
    socket.on('error', () => setTimeout(resolve, 50, false));
    socket.on('data', (data) => {
      resolve(data.toString() === 'PONG\0');
      socket.destroy();
    });
    socket.on('close', () => resolve(false));
  });

export type Door = { visitors: () => number; close: () => Promise<void> };

/** A server in place of clamd. `behind` handles each connection; the first one has the number 1. */
export async function openDoor(port: number, behind: (socket: Socket, visitor: number) => void): Promise<Door> {
  let visitors = 0;
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    behind(socket, ++visitors);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    visitors: () => visitors,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Forwards a connection to another port. */
export function forward(socket: Socket, port: number): void {
  const onward = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onward.on('error', () => socket.resetAndDestroy());
  socket.on('error', () => onward.destroy());
  socket.pipe(onward);
  onward.pipe(socket);
}
