import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../apps/cli/settings.ts';
import { smtpSender, type SmtpAccount } from '../../apps/server/smtp.ts';
import { parseMail } from './support/eml.ts';
import { startSmtpServer, type TestSmtpServer } from './support/smtp.ts';

const temporary = mkdtempSync(join(tmpdir(), 'smtp-'));
const known = tls.getCACertificates();
afterAll(() => {
  tls.setDefaultCACertificates(known);
  rmSync(temporary, { recursive: true });
});
const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(temporary, name)) as [string, string];
const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ${key} -out ${cert} -days 2
  -subj /CN=localhost -addext subjectAltName=DNS:localhost`;
execFileSync('openssl', request.split(/\s+/), { stdio: 'ignore' });
const CERTIFICATE = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
const trusts = (isTrusted: boolean): void =>
  tls.setDefaultCACertificates(isTrusted ? [...known, CERTIFICATE.cert] : known);

const MAIL = {
  from: 'evidence@example.com',
  to: 'ana@example.com',
  subject: 'An invitation',
  text: 'Come in.\n',
  html: '<p>Come in.</p>',
};

const servers: TestSmtpServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
async function serve(options: Parameters<typeof startSmtpServer>[0]): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options);
  servers.push(server);
  return server;
}

/** A sender with the reasons that the operator got. */
function sender(account: Partial<SmtpAccount> & { port: number }) {
  const failures: string[] = [];
  const send = smtpSender(
    { host: 'localhost', tls: 'starttls', user: undefined, password: undefined, ...account },
    (reason) => failures.push(reason),
  );
  return { send: (more: object = {}) => send({ ...MAIL, ...more }), failures };
}

describe('an SMTP server', () => {
  it.each([
    ['starttls', false],
    ['tls', true],
  ] as const)('sends a mail with the mode %s, encrypted and authenticated', async (mode, secure) => {
    trusts(true);
    const server = await serve({ ...CERTIFICATE, secure, password: 'secret-4711' });
    const { send, failures } = sender({ port: server.port, tls: mode, user: 'evidence', password: 'secret-4711' });
    expect(await send()).toMatch(/^<.+@example\.com>$/);
    expect(failures).toEqual([]);
    expect(server.mails).toHaveLength(1);
    const [{ from, to, secure: wasSecure, user, content }] = server.mails as [(typeof server.mails)[0]];
    expect({ from, to, wasSecure, user }).toEqual({
      from: 'evidence@example.com',
      to: ['ana@example.com'],
      wasSecure: true,
      user: 'evidence',
    });
    expect(parseMail(content).headers).toMatchObject({ subject: 'An invitation', to: 'ana@example.com' });
  });

  it('sends a mail without encryption and authentication to a server on this machine', async () => {
    const server = await serve({ secure: false });
    await sender({ host: '127.0.0.1', port: server.port, tls: 'none' }).send();
    expect(server.mails.map(({ secure, user }) => [secure, user])).toEqual([[false, '']]);
  });

  it('sends a mail to the recipient only, if texts contain further headers or commands', async () => {
    const server = await serve({ secure: false });
    const { send } = sender({ host: '127.0.0.1', port: server.port, tls: 'none' });
    await send({ subject: 'x\r\nBcc: eve@example.com', text: 'a\r\n.\r\nRCPT TO:<eve@example.com>\r\n.' });
    expect(server.mails.map(({ to }) => to)).toEqual([['ana@example.com']]);
    expect(Object.keys(parseMail(server.mails[0]!.content).headers)).not.toContain('bcc');
  });
});

describe('an SMTP server that refuses', () => {
  it('sends no mail with a wrong password, which no error contains, and the operator is told once', async () => {
    trusts(true);
    const server = await serve({ ...CERTIFICATE, secure: false, password: 'right' });
    const { send, failures } = sender({ port: server.port, user: 'evidence', password: 'wrong-4711' });
    const error: unknown = await send().catch((each: unknown) => each);
    expect(String(error)).toBe('Error: the SMTP server refused SMTP_USER or SMTP_PASSWORD');
    await expect(send()).rejects.toThrow('refused');
    expect(failures).toEqual([`the SMTP server refused SMTP_USER or SMTP_PASSWORD (localhost:${server.port})`]);
    expect(server.mails).toEqual([]);
  });

  it('sends no mail to a server with a certificate that is not trusted', async () => {
    trusts(false);
    const server = await serve({ ...CERTIFICATE, secure: false });
    const { send, failures } = sender({ port: server.port });
    await expect(send()).rejects.toThrow(/^the SMTP server (offers no valid TLS|cannot be reached)/);
    expect([failures.length, server.mails.length]).toEqual([1, 0]);
  });

  it('sends neither mail nor password in the clear to a server that offers no TLS', async () => {
    const server = await serve({ secure: false, hidesTls: true, password: 'secret' });
    const { send, failures } = sender({ port: server.port, user: 'evidence', password: 'secret' });
    await expect(send()).rejects.toThrow('offers no valid TLS');
    expect([failures.length, server.mails.length, server.logins]).toEqual([1, 0, 0]);
  });

  it('sends no mail to a recipient that the server refuses: the inviter is told why, the operator is not', async () => {
    const server = await serve({ secure: false, refused: 'nobody@example.com' });
    const { send, failures } = sender({ host: '127.0.0.1', port: server.port, tls: 'none' });
    const sent = send({ to: 'nobody@example.com' });
    await expect(sent).rejects.toThrow('the SMTP server refused the mail: 550 no such mailbox');
    expect(failures).toEqual([]);
    await send();
    expect(server.mails).toHaveLength(1);
  });

  it('sends no mail to a server that cannot be reached, or ends the connection', async () => {
    const sockets: Socket[] = [];
    const closing = createServer((socket) => sockets.push(socket.end('?\r\n')));
    await new Promise<void>((resolve) => void closing.listen(0, '127.0.0.1', resolve));
    const { port } = closing.address() as { port: number };
    const { send, failures } = sender({ host: '127.0.0.1', port, tls: 'none' });
    await expect(send()).rejects.toThrow(/^the SMTP server cannot be reached or does not respond/);
    await new Promise((resolve) => closing.close(resolve));
    await expect(send()).rejects.toThrow(/^the SMTP server cannot be reached or does not respond/);
    expect(failures).toHaveLength(1);
  });
});

describe('the settings of the SMTP server', () => {
  const SENDER = 'MAIL_FROM=evidence@example.com';
  it('have defaults', () => {
    const { smtp, settings } = readSettings([SENDER, 'SMTP_HOST=smtp.example.com', 'SMTP_USER=a b@c'], undefined);
    expect(smtp).toEqual({ host: 'smtp.example.com', port: 587, tls: 'starttls', user: 'a b@c' });
    expect(settings).toEqual({ MAIL_FROM: 'evidence@example.com' });
    expect(readSettings(['SMTP_PORT=25'], undefined).smtp).toBeUndefined();
    const local = [SENDER, 'SMTP_HOST=[::1]', 'SMTP_TLS=none', 'SMTP_PORT=25'];
    expect(readSettings(local, undefined).smtp).toEqual({ host: '::1', port: 25, tls: 'none', user: undefined });
  });

  it.each([
    [['SMTP_HOST=smtp.example.com'], 'SMTP_HOST: needs MAIL_FROM'],
    [[SENDER, 'SMTP_HOST=smtp.example.com', 'SMTP_TLS=none'], 'SMTP_TLS: must be starttls or tls'],
    [['SMTP_TLS=ssl'], 'SMTP_TLS: must be starttls, tls or none'],
    [['SMTP_HOST=smtps://smtp.example.com'], 'SMTP_HOST: must be a host name or an IP address'],
    [['SMTP_PORT=0'], 'SMTP_PORT: must be a whole number from 1 to 65535'],
  ])('are rejected: %j', (vars, message) => {
    expect(() => readSettings(vars, undefined)).toThrow(message);
  });
});
