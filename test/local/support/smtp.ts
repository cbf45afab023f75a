import { SMTPServer } from 'smtp-server';

/** A mail that the server has accepted. `user`: who authenticated; empty without authentication. */
type Received = { from: string; to: string[]; secure: boolean; user: string; content: string };

export type TestSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/**
 * An SMTP server on loopback. `secure`: TLS from the first byte. With a password, authentication is required.
 * `refused`: a recipient that has no mailbox.
 */
export async function startSmtpServer(options: {
  secure: boolean;
  key?: string;
  cert?: string;
  hidesTls?: boolean;
  password?: string;
  refused?: string;
}) {
  const mails: Received[] = [];
  let { password } = options;
  let logins = 0;
  const server = new SMTPServer({
    secure: options.secure,
    ...(options.key === undefined ? {} : { key: options.key, cert: options.cert }),
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: [
      ...(options.hidesTls || options.key === undefined ? ['STARTTLS'] : []),
      ...(password === undefined ? ['AUTH'] : []),
    ],
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, done) => {
      logins++;
      if (auth.password === password) return done(null, { user: auth.username });
      // As some servers do, the response repeats what it got.
      return done(new Error(`invalid login ${auth.password}`));
    },
    onRcptTo: ({ address }, _session, done) =>
      address === options.refused ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) : done(),
    onData: (stream, session, done) => {
      let content = '';
      stream.on('data', (chunk: Buffer) => (content += String(chunk)));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user ?? '',
          content,
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as { port: number }).port,
    mails,
    get logins() {
      return logins;
    },
    /** Accepts only another password from now on. */
    changePassword: (to: string): void => void (password = to),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
