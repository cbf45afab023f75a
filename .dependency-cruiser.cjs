/** The layering of docs/architecture.md: data flows down, no circles. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^src/${from}` },
  to: { path: '^src/', pathNot: [...allowed, from.replace(/\/?\$?$/, '/')].map((path) => `^src/${path}`) },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: ['^src/cli/', '^src/schema\\.ts$', '^src/browser/try/main\\.ts$'] }, to: {} },
    only('core-imports-nothing-of-ours', 'core/', []),
    only('store-knows-no-resource', 'store/', ['core/']),
    only('access-is-below-http', 'access/', ['core/', 'store/', 'config\\.ts$']),
    only('ledger-never-imports-http', 'ledger/', ['core/', 'store/', 'access/', 'config\\.ts$']),
    only('ethereum-is-pure', 'ethereum/', ['core/']),
    only('proof-is-pure', 'proof/', ['core/', 'ethereum/']),
    only('chain-knows-no-record', 'chain/', ['core/', 'store/', 'ethereum/', 'config\\.ts$']),
    only('anchoring-is-below-http', 'anchoring/', ['core/', 'store/', 'access/', 'ledger/', 'chain/', 'ethereum/', 'proof/', 'config\\.ts$']),
    only('azure-is-pure', 'azure/', ['core/']),
    only('certificates-are-pure', 'certificates/', ['core/']),
    only('devices-are-below-http', 'devices/', ['core/', 'store/', 'access/', 'ledger/', 'azure/', 'config\\.ts$']),
    only('compliance-is-below-http', 'compliance/', ['core/', 'store/', 'access/', 'ledger/', 'config\\.ts$']),
    only('identity-never-imports-http', 'identity/', ['core/', 'store/', 'access/', 'config\\.ts$']),
    only('mail-is-below-http', 'mail/', ['core/', 'store/', 'identity/', 'config\\.ts$']),
    only('blobs-never-import-http', 'blobs/', ['core/', 'store/', 'access/', 'ledger/', 'config\\.ts$']),
    only('pages-are-pure', 'pages/', ['core/']),
    only('browser-code-is-apart', 'browser/', ['core/', 'proof/', 'ethereum/transport\\.ts$']),
    { name: 'the-worker-imports-no-browser-code', severity: 'error', from: { path: '^src/(?!browser/)' }, to: { path: '^src/browser/' } },
    only('http-knows-no-resource', 'http/', ['core/', 'store/', 'access/', 'config\\.ts$']),
    only('jobs-are-not-http', 'jobs/', ['core/', 'store/', 'ledger/', 'identity/', 'blobs/', 'anchoring/', 'devices/', 'mail/', 'config\\.ts$']),
    {
      name: 'resources-go-through-their-scope',
      comment: 'A resource never opens the database itself: it gets a scope that is bound to a tenant or to the public.',
      severity: 'error',
      from: { path: '^src/resources/' },
      to: { path: '^src/store/database\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'objects-are-wired-at-the-top',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/index\\.ts$', '^src/local/worker/'] },
      to: { path: '^src/objects\\.ts$' },
    },
    { name: 'the-command-line-is-apart', severity: 'error', from: { path: '^src/(?!cli/)' }, to: { path: '^src/cli/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.mjs'] },
  },
};
