import { expect, it } from 'vitest';
import { terminalOn } from '../../apps/cli/terminal.ts';
import { welcome } from '../../apps/cli/welcome.ts';
import { atBaseUrl, statePaths } from '../../apps/server/state/directory.ts';

const plain = terminalOn({ write: () => undefined });
const paths = statePaths('/var/lib/evidence');

const LINK = 'http://127.0.0.1:8787/console/#/links/link-4711';

function text(origin: string, isFirst = true): string {
  const credentials = { tenant_identity: 'tenant/1', client_id: 'client-4711', client_secret: 'secret-4711' };
  return welcome(paths, atBaseUrl(credentials, `${origin}/archivist`), { isFirst, link: LINK }, plain);
}

it.each(['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])(
  'shows the credentials of a trial at %s, and where first commands are',
  (origin) => {
    const shown = text(origin);
    expect(shown).toContain('\nReady. Press Ctrl-C to stop.\n');
    expect(shown).toContain(`  console        ${origin}/console/\n`);
    expect(shown).toContain('  client secret  secret-4711\n');
    expect(shown).toContain('README.md has the first commands');
    expect(shown).toContain('/var/lib/evidence/mail');
    expect(shown).not.toContain('/cdn-cgi/');
    expect(shown).toContain(`\n  ${LINK}\n`);
  },
);

it.each(['https://evidence.example.com', 'http://192.0.2.7:8787', 'http://127.evidence.example.com'])(
  'names the file of the credentials instead of showing them at %s',
  (origin) => {
    const shown = text(origin);
    expect(shown).toContain('Ready. Press Ctrl-C to stop.');
    expect(shown).toContain(`${origin}/console/`);
    expect(shown).toContain('/var/lib/evidence/admin.json');
    expect(shown).not.toContain('4711');
  },
);

it('prints secrets and the link at the first start only', () => {
  const shown = text('http://127.0.0.1:8787', false);
  expect(shown).toContain('Ready. Press Ctrl-C to stop.');
  expect(shown).toContain('/var/lib/evidence/admin.json');
  expect(shown).not.toContain('4711');
  expect(shown).not.toContain('README.md');
});
