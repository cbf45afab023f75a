/** The expected output of a block of a page. */
export type Expected = {
  /** A part of the block that identifies it. */
  block: string;
  /** All of them must match; 'not run' for a block that the page excludes. */
  prints: readonly RegExp[] | 'not run';
};

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}';
const re = (source: string, flags = ''): RegExp => new RegExp(source.replaceAll('UUID', UUID), flags);

const READY = [/^Ready\. Press Ctrl-C to stop\.$/m];

/** The blocks of each page that run, in order: the pages are read as by a reader who tries all of them. */
export const PAGES: readonly { page: string; blocks: readonly Expected[] }[] = [
  {
    page: 'README.md',
    blocks: [
      {
        block: 'npm ci --omit=dev && npm start',
        prints: [
          ...READY,
          re('client id +UUID'),
          /client secret +[0-9a-f]{64}/,
          /credentials +\S+\/\.state\/admin\.json/,
        ],
      },
      {
        block: '--vkey "$VKEY"',
        prints: [
          /^ok {3}format +the document is a complete proof by a log entry with the view "public"$/m,
          re('^ok {3}event +publicassets/UUID/events/UUID of tenant/UUID, accepted at ', 'm'),
          /^ok {3}path +leaf 2 of 3 leads to the root of the checkpoint/m,
          /^ok {3}checkpoint .* is signed by /m,
          /^The proof is valid: entry 2 of the log /m,
        ],
      },
      { block: 'npm cit', prints: 'not run' },
    ],
  },
  {
    page: 'docs/pages.md',
    blocks: [
      {
        block: '/public$ASSET/events',
        prints: [
          re('^{"identity":"publicassets/UUID".*"condition":"good".*"public":true', 'm'),
          re('^{"events":\\[{"identity":"publicassets/UUID/events/UUID".*"inspector":"Ada".*"operation":"Record"', 'm'),
          /^<title>.*Pump 7.*<\/title>$/m,
        ],
      },
    ],
  },
  {
    page: 'docs/anchoring.md',
    blocks: [
      {
        // The recorded event, not the creation of the asset.
        block: 'npm run -s verify -- -',
        prints: [
          /^ok {3}format +the document is a complete SIMPLE_HASH proof/m,
          re('^ok {3}event +publicassets/UUID/events/UUID of tenant/UUID, .*is CONFIRMED$', 'm'),
          /^ok {3}inclusion /m,
          /^The proof is valid: /m,
        ],
      },
    ],
  },
  {
    page: 'docs/api/clients.md',
    blocks: [
      {
        block: 'npm run -s evidence',
        prints: [
          re('^identity +assets/UUID/events/UUID$', 'm'),
          /^status +CONFIRMED$/m,
          re('^\\S+Z +Inspection +Administrator +Record +CONFIRMED +assets/UUID/events/UUID$', 'm'),
        ],
      },
      {
        block: '-F file=@README.md',
        prints: [
          re('^{"identity":"assets/UUID/events/UUID".*"arc_blob_identity":"blobs/UUID"', 'm'),
          re(
            '^{"identity":"blobs/UUID","hash":{"alg":"SHA256","value":"[0-9a-f]{64}"}.*"scanned_status":"NOT_SCANNED"',
            'm',
          ),
        ],
      },
    ],
  },
  {
    page: 'docs/search.md',
    blocks: [
      {
        block: 'assets:search',
        prints: [
          re('^{"complete":true,"assets":\\[{"identity":"assets/UUID".*"arc_display_name":"Pump 7"', 'm'),
          re('^NAME +TYPE +PUBLIC +CHANGED +IDENTITY\\nPump 7 +Pump +yes +\\S+Z +assets/UUID$', 'm'),
        ],
      },
      {
        block: 'attachment_sha256=',
        prints: [re('^{"events":\\[{"identity":"assets/UUID/events/UUID".*"arc_file_name":"README.md"', 'm')],
      },
    ],
  },
  {
    page: 'docs/export.md',
    blocks: [
      {
        block: 'evidence -- export',
        prints: [
          re('^identity +exports/UUID$', 'm'),
          /^events +[1-9]\d*$/m,
          re('^ok {3}manifest +exports/UUID of tenant/UUID', 'm'),
          /^ok {3}events +[\d,]+ events are in the order of the log/m,
          /^ok {3}checkpoint .* is signed by /m,
        ],
      },
    ],
  },
  {
    page: 'docs/feed.md',
    blocks: [
      {
        block: 'events:feed',
        prints: [re('^{"events":\\[{"identity":"assets/UUID/events/UUID".*"next_cursor":"UUID\\.\\d+"}$', 'm')],
      },
    ],
  },
  {
    page: 'docs/compliance.md',
    blocks: [
      {
        block: '/v1/compliance_policies',
        prints: [
          re('^{"identity":"compliance_policies/UUID"', 'm'),
          re('^{"compliant":true,.*"compliance_policy_identity":"compliance_policies/UUID","compliant":true', 'm'),
        ],
      },
    ],
  },
  {
    page: 'docs/operations.md',
    blocks: [
      {
        block: 'npm run backup',
        prints: [
          new RegExp(
            String.raw`^/\S+: \d+ files, [\d.]+ MiB \(the service was paused for \d+ ms; ` +
              String.raw`without secrets: keep secrets\.env elsewhere\)$`,
            'm',
          ),
          /^\S+\/\.state-restored: \d+ files of the backup of \S+; start it with `npm start -- --state \S+`$/m,
        ],
      },
      { block: 'npm start -- --port 8788 --state .state-restored', prints: READY },
      {
        block: 'npm run fsck',
        prints: [
          /^Checked 1 assets with 4 events, \d logs with \d+ entries: no differences\.$/m,
          re('^{"identity":"(?:public)?assets/UUID".*"condition":"good"', 'm'),
        ],
      },
      { block: 'rm -r .state-restored', prints: [] },
      { block: 'OPERATOR=', prints: [] },
      { block: '$OPERATOR/readiness', prints: [/^{"status":"ok"/m] },
      {
        block: 'npm run fsck',
        prints: [/^Checked 1 assets with 4 events, \d logs with \d+ entries: no differences\.$/m],
      },
    ],
  },
  {
    page: 'docs/metrics.md',
    blocks: [{ block: '/metrics', prints: [/^evidence_up{part="database"} 1$/m, /^evidence_database_changes \d+$/m] }],
  },
  {
    page: 'docs/alarms.md',
    blocks: [{ block: 'alarms:test', prints: [/^{"alarm":"test-alarm","channels":\[/m] }],
  },
  {
    page: 'docs/devices.md',
    blocks: [
      { block: 'npm ci && npm start -- --var AZURE_ALLOWED_HOSTS=', prints: READY },
      { block: 'npm run azure-emulators', prints: [/^device-00001: temperature 20, /m] },
      { block: '/v2/iothubgdr"', prints: [re('^{"identity":"iothubgdr/UUID","done":false,', 'm')] },
      {
        block: '"connection_string"',
        prints: [re('^{"identity":"svcbussources/UUID","display_name":"Demo queue"', 'm')],
      },
      {
        block: 'page_size=1',
        prints: [
          /^{"operations":\[{.*"done":true,.*"number_assets_imported":5,.*"status":"STATUS_FINISHED"/m,
          /^{"sources":\[{.*"status":"Connected; last message /m,
          /^{"events":\[{.*"asset_attributes":{"reported_temperature":"\d+"}.*"subject":"device-0000\d"/m,
        ],
      },
    ],
  },
  {
    page: 'docs/people.md',
    blocks: [
      { block: 'npm run identity-provider', prints: [/^Press Ctrl-C to stop\.$/m] },
      { block: 'TRUSTED_ISSUERS=', prints: [] },
      { block: 'npm start', prints: READY },
      { block: 'INVITE=', prints: [re('^invites/UUID$', 'm')] },
      {
        block: '.eml',
        prints: [
          /^To: alice@example\.com$/m,
          /^> Welcome$/m,
          re('^http://\\S+/console/#/invites/UUID/[0-9a-f]{64}$', 'm'),
        ],
      },
      {
        block: ':accept',
        prints: [
          re('^{"identity":"tenant/UUID","display_name":"First tenant"', 'm'),
          /^{.*"email":"alice@example\.com"},"roles":\["Non-Administrator"\]/m,
        ],
      },
    ],
  },
  {
    page: 'CONTRIBUTING.md',
    blocks: [
      { block: 'npm run dev', prints: [/Ready on http:\/\/127\.0\.0\.1:\d+/] },
      {
        block: '.dev.vars',
        prints: [re('^  "tenant_identity": "tenant/UUID",$', 'm'), /^ {2}"client_secret": "[0-9a-f]{64}"$/m],
      },
    ],
  },
  {
    page: 'docs/cloudflare.md',
    blocks: [
      { block: 'production-secrets.env', prints: [] },
      {
        block: 'npx wrangler deploy',
        prints: [/^env\.KEY_ENCRYPTION_KEYS \("\(hidden\)"\)/m, /^--dry-run: exiting now\.$/m],
      },
      { block: 'npx wrangler d1 migrations apply', prints: 'not run' },
      { block: 'https://evidence.example.com/archivist', prints: 'not run' },
    ],
  },
];
