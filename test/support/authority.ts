import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInfo } from '../../src/formats/timestamp/info.ts';
import { encodeQuery, tokenIn } from '../../src/formats/timestamp/request.ts';
import { encodeToken, readToken } from '../../src/formats/timestamp/token.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import { utf8 } from '../../src/lib/text.ts';

/** How keys are made, by their kind. */
const KEYS = {
  EC: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  RSA: ['-newkey', 'rsa:2048'],
};

/** The policies that an authority accepts; the first one is its default. */
export const POLICIES = ['1.2.3.4.1', '1.2.3.4.5'] as const;

const CONFIG = `
[req]
distinguished_name = dn
prompt = no
[dn]
CN = unused
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[middle]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign
[tsa]
basicConstraints = CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[lax]
extendedKeyUsage = timeStamping
[server]
extendedKeyUsage = critical,serverAuth
[both]
extendedKeyUsage = critical,timeStamping,serverAuth
[authority]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = ${POLICIES[0]}
other_policies = ${POLICIES[1]}
digests = sha256
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[ca]
default_ca = issuing
[issuing]
new_certs_dir = .
database = index
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
email_in_dn = no
[any]
commonName = supplied
`;

/** A time-stamping authority made with OpenSSL: a root, a CA below it, and the certificate that signs. */
export class Authority {
  readonly directory = mkdtempSync(join(tmpdir(), 'authority-'));
  #server: Server | undefined;
  /** The requests that the server has received. */
  readonly queries: Buffer[] = [];
  /** Responds to a request instead of `reply`; the tests replace it. */
  respond: (query: Buffer, response: ServerResponse) => void = (query, response) => {
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(this.reply(query));
  };

  constructor(name = 'Example TSA', kind: keyof typeof KEYS = 'EC') {
    this.write('config', CONFIG);
    this.write('index', '');
    this.write('serial', '01\n');
    this.issue('root', { by: 'root', name: `${name} Root`, kind });
    this.issue('middle', { by: 'root', name: `${name} CA`, kind });
    this.issue('tsa', { by: 'middle', name, kind });
  }

  /** Makes a certificate with the extensions of a section of the configuration, and a key unless it has one. */
  issue(
    file: string,
    of: { by: string; name: string; kind?: keyof typeof KEYS; section?: string; start?: string; end?: string },
  ): Uint8Array<ArrayBuffer> {
    const hasKey = existsSync(this.pathOf(`${file}.key`));
    const key = hasKey ? ['-key'] : [...KEYS[of.kind ?? 'EC'], '-nodes', '-keyout'];
    const [request, dates] = [`${file}.csr`, ['-startdate', of.start ?? DAYS(-2), '-enddate', of.end ?? DAYS(20)]];
    // One process makes the key and the request.
    this.openssl(
      ['req', '-new', '-config', 'config', '-subj', `/CN=${of.name}`, '-out', request],
      [...key, `${file}.key`],
    );
    this.openssl(
      ['ca', '-batch', '-notext', '-config', 'config', '-extensions', of.section ?? file, '-in', request],
      ['-keyfile', `${of.by}.key`, '-out', `${file}.pem`, ...dates],
      file === of.by ? ['-selfsign'] : ['-cert', `${of.by}.pem`],
    );
    return this.certificate(file);
  }

  openssl(...parts: string[][]): Buffer {
    return execFileSync('openssl', parts.flat(), { cwd: this.directory, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  write(file: string, content: string | Uint8Array): string {
    const path = join(this.directory, file);
    writeFileSync(path, content);
    return path;
  }

  pathOf = (file: string): string => join(this.directory, file);

  /** The DER of a certificate. */
  certificate = (file: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(
      Buffer.from(readFileSync(this.pathOf(`${file}.pem`), 'utf8').replaceAll(/-----.*-----/g, ''), 'base64'),
    );

  /** The response to a TimeStampReq, with the certificates up to that of the CA. */
  reply(query: Uint8Array, signer = 'tsa', chain = 'middle.pem'): Buffer {
    this.write('query', query);
    return this.openssl(
      ['ts', '-reply', '-config', 'config', '-section', 'authority', '-queryfile', 'query'],
      ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`, '-chain', chain],
    );
  }

  /** A token of a SHA-256 hash in its normal form, as the authority would make it at a time. */
  stamp(
    hash: Uint8Array,
    time = new Date(),
    signer = 'tsa',
    certificates = [signer, 'middle'],
  ): Uint8Array<ArrayBuffer> {
    const nonce = crypto.getRandomValues(new Uint8Array(16));
    const token = readToken(tokenIn(this.reply(encodeQuery({ hash, nonce }), signer)));
    const info = replaced(token.info, utf8(compact(readInfo(token.info).time / 1000)), utf8(compact(time.getTime())));
    const signed = replaced(token.signed, sha256(token.info), sha256(info));
    const file = this.write('signed', signed);
    const signature = this.openssl(['dgst', '-sha256', '-sign', `${signer}.key`, file]);
    const changed = { ...token, info, signed, signature: Uint8Array.from(signature) };
    return encodeToken(changed, certificates.map(this.certificate));
  }

  /** Its line of the setting `TIMESTAMP_AUTHORITIES`. */
  setting = (name: string, policy?: string): string =>
    [name, this.url, ...(policy ? [policy] : []), Buffer.from(this.certificate('root')).toString('base64')].join(' ');

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}/tsr`;
  }

  async start(): Promise<this> {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const query = Buffer.concat(parts);
        this.queries.push(query);
        try {
          this.respond(query, response);
        } catch (error) {
          response.writeHead(500).end((error as Error).message);
        }
      });
    });
    await new Promise<void>((resolve) => {
      this.#server!.listen(0, '127.0.0.1', resolve);
    });
    return this;
  }

  remove(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** A time as OpenSSL reads it, and as GeneralizedTime. */
const compact = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');

/** The time in so many days as OpenSSL reads it. */
export const DAYS = (days: number): string => compact(Date.now() + days * 86_400_000);

/** Bytes with a part, which must be in them once, replaced by one of the same length. */
function replaced(bytes: Uint8Array, part: Uint8Array, by: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = Buffer.from(bytes).indexOf(part);
  if (at < 0 || Buffer.from(bytes).includes(part, at + 1) || part.length !== by.length)
    throw new Error('the part is not in the bytes once');
  const changed = Uint8Array.from(bytes);
  changed.set(by, at);
  return changed;
}
