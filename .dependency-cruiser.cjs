/** The layering of docs/architecture.md: data flows down, no circles. */
const CONFIG = 'src/config\\.ts$';
const SETTINGS = 'src/settings\\.ts$';

/** What each layer may import besides itself. */
const LAYERS = {
  'src/core/': [],
  'src/store/': ['src/core/'],
  'src/access/': ['src/core/', 'src/store/', CONFIG],
  'src/ledger/': ['src/core/', 'src/metrics/', 'src/store/', 'src/access/', CONFIG],
  'src/ethereum/': ['src/core/'],
  'src/proof/': ['src/core/', 'src/ethereum/'],
  'src/chain/': ['src/core/', 'src/store/', 'src/ethereum/', CONFIG],
  'src/anchoring/': ['src/core/', 'src/store/', 'src/access/', 'src/ledger/', 'src/chain/', 'src/ethereum/', 'src/proof/', CONFIG],
  'src/transparency/': ['src/core/', 'src/store/', 'src/access/', 'src/ledger/', 'src/metrics/', CONFIG],
  'src/metrics/': ['src/core/', CONFIG],
  'src/monitoring/': ['src/core/', 'src/store/', 'src/ledger/', 'src/chain/', 'src/transparency/', 'src/metrics/', CONFIG],
  'src/eventfeed/': ['src/core/', 'src/store/', 'src/access/', 'src/ledger/', 'src/transparency/', CONFIG],
  'src/webhooks/': ['src/core/', 'src/store/', 'src/access/', 'src/ledger/', 'src/transparency/', 'src/eventfeed/', CONFIG],
  'src/azure/': ['src/core/'],
  'src/certificates/': ['src/core/'],
  'src/devices/': ['src/core/', 'src/store/', 'src/access/', 'src/ledger/', 'src/azure/', CONFIG],
  'src/compliance/': ['src/core/', 'src/store/', 'src/access/', 'src/ledger/', CONFIG],
  'src/identity/': ['src/core/', 'src/store/', 'src/access/', CONFIG],
  'src/mail/': ['src/core/', 'src/metrics/', 'src/store/', 'src/identity/', CONFIG],
  'src/blobs/': ['src/core/', 'src/store/', 'src/access/', 'src/ledger/', CONFIG],
  'src/exports/': ['src/core/', 'src/store/', 'src/access/', 'src/ledger/', 'src/transparency/', 'src/blobs/', CONFIG],
  'src/pages/': ['src/core/'],
  'src/http/': ['src/core/', 'src/store/', 'src/access/', CONFIG, 'src/version\\.ts$'],
  'src/jobs/': ['src/core/', 'src/metrics/', 'src/monitoring/', 'src/store/', 'src/ledger/', 'src/identity/', 'src/blobs/', 'src/anchoring/', 'src/devices/', 'src/mail/', 'src/transparency/', 'src/webhooks/', 'src/exports/', CONFIG],
  'src/': [],
  'apps/worker/': ['src/'],
  'apps/server/build/': [],
  'apps/server/workerd/': ['apps/server/build/'],
  'apps/server/listener/': ['src/core/', 'apps/server/workerd/', 'apps/worker/lineheader\\.ts$'],
  'apps/server/state/': ['src/core/', 'src/ethereum/', 'src/ledger/register\\.ts$', SETTINGS, 'apps/server/build/', 'apps/server/workerd/', 'apps/worker/migration\\.ts$'],
  'apps/server/backup/': ['src/core/', SETTINGS, 'apps/server/state/', 'apps/server/control\\.ts$'],
  'apps/server/': ['src/', 'apps/worker/'],
  'apps/cli/': ['src/', 'apps/server/', 'apps/worker/'],
  'apps/site/': ['src/core/', 'src/proof/', 'src/ethereum/transport\\.ts$'],
  'apps/console/': ['src/core/', 'src/proof/', 'apps/site/', 'apps/client/schema\\.d\\.ts$'],
  'apps/client/src/': ['apps/client/(?:schema\\.d\\.ts|package\\.json)$', 'src/core/', 'src/proof/', 'apps/cli/import/', 'apps/cli/terminal\\.ts$'],
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
      from: { orphan: true, pathNot: ['^apps/cli/', '^src/schema\\.ts$', '^apps/site/reference/files\\.d\\.ts$'] },
      to: {},
    },
    ...layers,
    {
      name: 'resources go through their scope',
      comment: 'A resource never opens the database itself: it gets a scope that is bound to a tenant or to the public.',
      severity: 'error',
      from: { path: '^src/resources/' },
      to: { path: '^src/store/database\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'objects are wired at the top',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/index\\.ts$' },
      to: { path: '^src/objects\\.ts$' },
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
      to: { path: '^(?:apps/client/src/(?!cli/|index\\.ts$)|apps/cli/|src/(?!core/))' },
    },
    {
      name: 'the import needs no state directory',
      comment: 'The package of the client contains it. Only options.ts is of npm run import alone.',
      severity: 'error',
      from: { path: '^apps/cli/import/', pathNot: '^apps/cli/import/options\\.ts$' },
      to: { path: '^apps/(?:server/|cli/(?:operator|arguments|settings)\\.ts$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.mjs'] },
  },
};
