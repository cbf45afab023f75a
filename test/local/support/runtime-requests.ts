import * as fc from 'fast-check';

/** The first segments of the paths of the product. */
const OURS = new Set(['archivist', 'console', 'static', 'verify', '.well-known']);

const D1 = '/api/d1/database/00000000-0000-0000-0000-000000000000/raw';
const EXPLORER = [
  '',
  '/',
  '/api',
  '/api/',
  D1,
  '/api/r2/buckets',
  '/api/r2/buckets/asset-evidence-blobs/objects',
  '/api/storage/kv/namespaces',
  '/api/workers/durable_objects/namespaces',
  '/api/workers/durable_objects/namespaces/asset-evidence-AssetLedger/objects',
  '/api/workers/durable_objects/namespaces/asset-evidence-AssetLedger/query',
  '/api/workflows',
  '/api/local/workers',
  '/api/local/scheduled',
  '/api/local/email/sending',
  '/api/local/email/routing',
  '/api/local/email/routing/send',
  '/api/local/observability/query',
  '/api/local/observability/clear',
  '/assets/index.js',
].map((path) => `/cdn-cgi/local/explorer${path}`);

/** Paths that Miniflare, wrangler and workerd serve, or have served, besides a Worker. */
export const KNOWN = [
  ...EXPLORER,
  ...EXPLORER.slice(0, 5).map((path) => path.replace('/local/', '/')),
  '/cdn-cgi/',
  '/cdn-cgi/local',
  '/cdn-cgi/local/',
  '/cdn-cgi/local/platform-proxy',
  '/cdn-cgi/local/scheduled',
  '/cdn-cgi/local/scheduled?cron=*+*+*+*+*',
  '/cdn-cgi/local/email',
  '/cdn-cgi/local/email?from=a@example.com&to=b@example.com',
  '/cdn-cgi/local/r2/public/asset-evidence-blobs/key',
  '/cdn-cgi/local/r2/s3/asset-evidence-blobs?list-type=2',
  '/cdn-cgi/local/stream',
  '/cdn-cgi/local/traces',
  '/cdn-cgi/handler/scheduled?cron=*+*+*+*+*',
  '/cdn-cgi/handler/email',
  '/cdn-cgi/handler/queue',
  '/cdn-cgi/mf/scheduled',
  '/cdn-cgi/mf/reload',
  '/cdn-cgi/platform-proxy',
  '/cdn-cgi/ProxyWorker/pause',
  '/cdn-cgi/ProxyWorker/play',
  '/cdn-cgi/InspectorProxyWorker/websocket',
  '/cdn-cgi/trace',
  '/cdn-cgi/image/width=80/http://127.0.0.1/',
  '/cdn-cgi/access/login',
  '/cdn-cgi/access/get-identity',
  '/cdn-cgi/observability',
  '/__scheduled',
  '/__scheduled?cron=*+*+*+*+*',
  '/__cf_local/stream/id/manifest',
  '/__cf_local/imagedelivery/id/public',
  '/__cf_local/imageupload/id',
  '/__debug',
  '/json',
  '/json/',
  '/json/list',
  '/json/version',
  '/json/protocol',
  '/ws',
  '/core/log',
  '/core/error',
  '/core/store-temp-file',
  '/core/do-storage/asset-evidence-AssetLedger',
  '/core/dev-registry',
  '/core/public-url',
  '/core/workflow-storage/x',
  '/core/remote-binding',
  '/browser/launch',
  '/browser/sessionIds',
  '/migrate',
  '/scheduled?cron=',
  '/check',
  '/_headers',
  '/_redirects',
  '/_image?url=/x',
  '/_next/image?url=/x',
  '/worker.js',
  '/console/../_headers',
  '/console/../worker.js',
  '/console/..%2f..%2fworker.js',
  '/static/%2e%2e/%2e%2e/worker.js',
];

/** Methods that are forwarded to the Worker. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Methods that are not forwarded, and invalid methods. */
export const OTHERS = [
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'SEARCH',
  'M-SEARCH',
  'PURGE',
  'QUERY',
  'SOURCE',
  'BREW',
  'get',
  'GETS',
];

/** A body for methods with a body. */
export const SQL = '{"sql":"SELECT 1","params":[]}';

/** Generates requests to which the runtime may respond itself, outside of the paths of the product. */
export function anyRequest(): fc.Arbitrary<{ method: string; target: string; headers: string[]; body: string }> {
  const known = fc.constantFrom(...KNOWN);
  const mutated = fc
    .tuple(known, fc.array(mutation(), { maxLength: 4 }))
    .map(([path, all]) => all.reduce((text, change) => change(text), path));
  const random = fc
    .array(fc.oneof(fc.constantFrom('cdn-cgi', 'local', '..', '.', '', '%2e%2e', '__cf_local', 'json'), segment()))
    .map((parts) => `/${parts.join('/')}`);
  const target = fc
    .oneof({ weight: 4, arbitrary: mutated }, { weight: 2, arbitrary: random })
    .chain((path) =>
      fc.constantFrom(
        path,
        path,
        path,
        `http://127.0.0.1${path}`,
        `HTTP://evil.example:1${path}`,
        `//x${path}`,
        path.slice(1),
      ),
    );
  return fc.record({
    method: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...METHODS) }, fc.constantFrom(...OTHERS)),
    target: target.filter((text) => !isOurs(text)),
    headers: fc.array(header(), { maxLength: 3 }),
    body: fc.constantFrom('', '', SQL),
  });
}

/** Whether any interpretation of a target is a path of the product. */
function isOurs(target: string): boolean {
  const readings = [target, target.replaceAll('\\', '/'), target.replaceAll(/%2f/gi, '/')];
  return readings.some((text) => {
    const url = URL.parse(text, 'http://127.0.0.1');
    const paths = [url?.pathname ?? '', text];
    return paths.some((path) => path.split('/').some((part) => OURS.has(decoded(part).toLowerCase())));
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const segment = () => fc.string({ unit: fc.constantFrom(...'abzAZ09-_.~!$&()*+,;=:@%'), maxLength: 8 });

type Change = (path: string) => string;

/** Generates an encoding of a path that some parsers may undo. */
function mutation(): fc.Arbitrary<Change> {
  const at = fc.nat({ max: 80 });
  const hex = (text: string, upper: boolean): string => {
    const digits = text.charCodeAt(0).toString(16).padStart(2, '0');
    return `%${upper ? digits.toUpperCase() : digits}`;
  };
  const insert = (path: string, n: number, text: string): string => {
    const i = 1 + (n % path.length);
    return path.slice(0, i) + text + path.slice(i);
  };
  return fc.oneof(
    at.map((n): Change => (path) => {
      const i = n % path.length;
      return path.slice(0, i) + path[i]!.toUpperCase() + path.slice(i + 1);
    }),
    fc.tuple(at, fc.boolean()).map(([n, upper]): Change => (path) => {
      const i = 1 + (n % Math.max(1, path.length - 1));
      return path.slice(0, i) + hex(path[i] ?? 'a', upper) + path.slice(i + 1);
    }),
    fc
      .tuple(
        at,
        fc.constantFrom(
          '/',
          '//',
          '/./',
          '/../',
          '/x/../',
          '/%2e/',
          '/%2e%2e/',
          '\\',
          ';',
          ';a=b',
          '%00',
          '%25',
          '%',
          '?',
          '?a=b',
          '.',
          ' ',
        ),
      )
      .map(
        ([n, text]): Change =>
          (path) =>
            insert(path, n, text),
      ),
    fc.constantFrom<Change[]>(
      (path) => `${path}/`,
      (path) => `/${path}`,
      (path) => path.replaceAll('/', '//'),
      (path) => path.replaceAll('/', '%2F'),
      (path) => path.replaceAll('-', '%2D'),
      (path) => `/x/..${path}`,
      (path) => `/.${path}`,
      (path) => `${path}#x`,
      (path) => `${path}?${'a'.repeat(200)}`,
      (path) => path.toUpperCase(),
    ),
  );
}

function header(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      'Host: miniflare-unsafe-internal-capnp-connect',
      'Host: localhost',
      'Host: ',
      'Host: a b',
      'MF-Route-Override: core:local-explorer',
      'mf-op: GET',
      'MF-Original-URL: http://localhost/cdn-cgi/local/explorer',
      'MF-Disable-Pretty-Error: true',
      'MF-CF-Blob: {}',
      'Upgrade: websocket',
      'Connection: upgrade',
      'Connection: host, content-length, cf-connecting-ip',
      'Accept: */*',
      'Range: bytes=0-1',
      'If-None-Match: *',
      'Origin: http://localhost',
      'Sec-Fetch-Mode: navigate',
      'Transfer-Encoding: identity',
      'TE: trailers',
      'no header',
    ),
    fc
      .tuple(fc.constantFrom('x-a', 'mf-x', 'cf-x', 'accept-language', 'cookie'), segment())
      .map((pair) => pair.join(': ')),
  );
}
