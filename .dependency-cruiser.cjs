/** The layering of docs/architecture.md: data flows down, no circles. */
const PURE = ['src/lib/', 'src/formats/'];
const BASE = [...PURE, 'src/settings/', 'src/platform/'];
const RECORDS = [...BASE, 'src/access/', 'src/ledger/'];

/** What each layer may import besides itself. */
const LAYERS = {
  'src/lib/': [],
  'src/formats/': ['src/lib/'],
  'src/settings/': PURE,
  'src/platform/': [...PURE, 'src/settings/'],
  'src/proof/': PURE,
  'src/access/': BASE,
  'src/ledger/': [...BASE, 'src/access/'],
  'src/transparency/': RECORDS,
  'src/anchoring/': [...RECORDS, 'src/proof/'],
  'src/anchoring/chain/': BASE,
  'src/features/blobs/': RECORDS,
  'src/features/compliance/': [...RECORDS, 'src/features/mail/'],
  'src/features/devices/': RECORDS,
  'src/features/exports/': [...RECORDS, 'src/transparency/', 'src/features/blobs/'],
  'src/features/mail/': [...BASE, 'src/access/'],
  'src/features/monitoring/': [...RECORDS, 'src/transparency/', 'src/anchoring/chain/'],
  'src/features/webhooks/': [...RECORDS, 'src/transparency/', 'src/features/compliance/'],
  'src/http/': [...BASE, 'src/access/'],
  'src/http/pages/': PURE,
  'src/': [],
  'apps/worker/': ['src/'],
  'apps/server/build/': [],
  'apps/server/workerd/': ['apps/server/build/'],
  'apps/server/listener/': [...PURE, 'apps/server/workerd/', 'apps/worker/line-header\\.ts$'],
  'apps/server/state/': [...BASE, 'src/ledger/erasure/register\\.ts$', 'apps/server/build/', 'apps/server/workerd/', 'apps/worker/migration\\.ts$'],
  'apps/server/backup/': [...PURE, 'src/settings/', 'apps/server/state/', 'apps/server/control\\.ts$'],
  'apps/server/': ['src/', 'apps/worker/'],
  'apps/cli/': ['src/', 'apps/server/', 'apps/worker/'],
  'apps/site/': [...PURE, 'src/proof/'],
  'apps/console/': [...PURE, 'src/proof/', 'apps/site/', 'apps/client/schema\\.d\\.ts$'],
  'apps/client/src/': [...PURE, 'src/proof/', 'apps/client/(?:schema\\.d\\.ts|package\\.json)$', 'apps/cli/import/', 'apps/cli/(?:terminal|command-line)\\.ts$'],
};

const layers = Object.entries(LAYERS).map(([layer, allowed]) => ({
  name: `${layer} imports what is below`,
  severity: 'error',
  from: { path: `^${layer}` },
  to: { path: '^(?:src|apps)/', pathNot: [layer, ...allowed].map((path) => `^${path}`) },
}));

module.exports = {
  forbidden: [
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'no orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['^apps/cli/', '^apps/console/field/worker\\.ts$', '^src/schema\\.ts$', '^apps/site/reference/files\\.d\\.ts$'] },
      to: {},
    },
    ...layers,
    {
      name: 'resources go through their scope',
      comment: 'A resource never opens the database itself: it gets a scope that is bound to a tenant or to the public.',
      severity: 'error',
      from: { path: '^src/resources/' },
      to: { path: '^src/platform/database/(?:open-)?database\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'objects are wired at the top',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/index\\.ts$' },
      to: { path: '^src/objects\\.ts$' },
    },
    {
      name: 'turns are installed by the program',
      comment: 'They are for one thread on one machine. The Worker on Cloudflare does not contain them.',
      severity: 'error',
      from: { path: '^(?:src/|apps/(?!worker/))' },
      to: { path: '^src/platform/pacing/turn\\.ts$' },
    },
    {
      name: 'the client library runs everywhere',
      severity: 'error',
      from: { path: '^apps/client/src/(?!cli/)' },
      to: { path: '^apps/(?:client/src/cli/|cli/)' },
    },
    {
      name: 'the client library needs no node',
      severity: 'error',
      from: { path: '^apps/client/src/(?!cli/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the client command line uses the library',
      comment: 'Only its import is that of npm run import.',
      severity: 'error',
      from: { path: '^apps/client/src/cli/', pathNot: '^apps/client/src/cli/commands/import\\.ts$' },
      to: { path: '^(?:apps/client/src/(?!cli/|index\\.ts$)|apps/cli/(?!(?:terminal|command-line)\\.ts$)|src/(?!lib/|formats/))' },
    },
    {
      name: 'the import needs no state directory',
      comment: 'The package of the client contains it.',
      severity: 'error',
      from: { path: '^apps/cli/import/' },
      to: { path: '^apps/(?:server/|cli/(?:commands/|(?:operator|service-options|settings)\\.ts$))' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.mjs'] },
  },
};
