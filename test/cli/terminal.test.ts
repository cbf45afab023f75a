import { describe, expect, it } from 'vitest';
import { terminalOn } from '../../apps/cli/terminal.ts';

const ESCAPE = '\u001b[';

/** A terminal and its recorded output. */
function recorded(output: { isTTY?: boolean; columns?: number }, env: Record<string, string> = {}) {
  let text = '';
  const terminal = terminalOn({ ...output, write: (more) => (text += more) }, env);
  return { terminal, text: () => text };
}

describe('output that is not a terminal', () => {
  it('receives plain lines', () => {
    const { terminal, text } = recorded({});
    terminal.progress('Building');
    terminal.done('built');
    terminal.warn('little space');
    terminal.error('no space');
    terminal.print(`${terminal.bold('a')} ${terminal.dim('b')}\n`);
    expect(text()).toBe('Building ...\nbuilt\nwarning: little space\nerror: no space\na b\n');
  });
});

describe('a terminal', () => {
  it('overwrites the progress line with the next output', () => {
    const { terminal, text } = recorded({ isTTY: true, columns: 80 }, { NO_COLOR: '1' });
    terminal.progress('Building');
    terminal.progress('Starting');
    terminal.done('ready');
    terminal.print('more\n');
    expect(text()).toBe(`Building ...\r${ESCAPE}KStarting ...\r${ESCAPE}K✓ ready\nmore\n`);
  });

  it('removes the progress line on request', () => {
    const { terminal, text } = recorded({ isTTY: true }, { NO_COLOR: '1' });
    terminal.clear();
    terminal.progress('Checking');
    terminal.clear();
    expect(text()).toBe(`Checking ...\r${ESCAPE}K`);
  });

  it('never wraps the progress line', () => {
    const { terminal, text } = recorded({ isTTY: true, columns: 20 }, { NO_COLOR: '1' });
    terminal.progress('x'.repeat(50));
    expect(text()).toBe('x'.repeat(19));
    const unknown = recorded({ isTTY: true, columns: 0 }, { NO_COLOR: '1' });
    unknown.terminal.progress('Building');
    expect(unknown.text()).toBe('Building ...');
  });

  it('shows colors unless NO_COLOR is set to a non-empty string', () => {
    const colored = recorded({ isTTY: true });
    colored.terminal.error('no');
    expect(colored.text()).toBe(`${ESCAPE}31merror:${ESCAPE}39m no\n`);
    expect(recorded({ isTTY: true }, { NO_COLOR: '' }).terminal.bold('a')).toContain(ESCAPE);
    expect(recorded({ isTTY: true }, { NO_COLOR: '1' }).terminal.bold('a')).toBe('a');
  });

  it('receives plain lines if it cannot move its cursor', () => {
    const { terminal, text } = recorded({ isTTY: true }, { TERM: 'dumb' });
    terminal.progress('Building');
    expect(text()).toBe('Building ...\n');
  });
});
