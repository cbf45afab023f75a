import { HELP, helpText, type CommandHelp } from './help-text.ts';
import { VERIFY } from './verify/help.ts';

const STATE: readonly [string, string] = ['--state DIR', 'state directory of the service (default: .state)'];
const URL_OPTION: readonly [string, string] = [
  '--url BASE',
  'base_url of the service, ending in /archivist (default: the service that runs over the state directory)',
];
const SUCCESS = [0, 'success'] as const;
const FAILURE = [1, 'failure; the reason is one line on stderr'] as const;
const MISUSE = [2, 'the arguments are not valid'] as const;

const COMMANDS = {
  start: {
    summary:
      'Runs the service on this machine until it receives Ctrl-C or SIGTERM. The first start creates the state ' +
      'directory, the secrets and a tenant, and prints the credentials of its administrator.',
    usage: 'npm start [-- OPTIONS]',
    options: [
      ['--port N', 'TCP port, 1 to 65535 (default: 8787)'],
      STATE,
      ['--host ADDRESS', 'IP address to listen on (default: 127.0.0.1)'],
      ['--origin URL', 'https://host[:port] that clients use (default: http://127.0.0.1:PORT)'],
      [
        '--trust-proxy CIDR',
        'IP address or CIDR block of a proxy whose X-Forwarded-For is trusted; repeatable (default: none). Without ' +
          'it, all clients of a proxy share one rate limit',
      ],
      ['--insecure-http', 'accept unencrypted connections from other machines (default: off)'],
      [
        '--var NAME=VALUE',
        'one of the settings in docs/api/settings.md; repeatable, overrides settings.env in the state directory. ' +
          'Secrets are set in secrets.env there',
      ],
      ['--accept-restored', 'start a restored state that is older than what was served before (default: off)'],
      HELP,
    ],
    examples: [
      ['run a second service beside the first', 'npm start -- --port 8788 --state .state-2'],
      [
        'run behind a TLS proxy on this machine',
        'npm start -- --origin https://evidence.example.com --trust-proxy 127.0.0.1',
      ],
    ],
    exitCodes: [[0, 'stopped by Ctrl-C or SIGTERM'], FAILURE, MISUSE],
  },
  tenant: {
    summary:
      'Creates a tenant with an administrator application, and prints base_url, origin, tenant_identity, client_id ' +
      'and client_secret as JSON. Reads the secret of the operator from the environment variable OPERATOR_SECRET, or ' +
      'from secrets.env in the state directory.',
    usage: 'npm run -s tenant -- create NAME [OPTIONS]',
    options: [
      ['NAME', 'display name of the tenant'],
      URL_OPTION,
      STATE,
      ['-s', 'the npm option --silent: without it, npm prints the name of the script on stdout, before the JSON'],
      HELP,
    ],
    examples: [
      ['create a tenant of the service on this machine', 'npm run -s tenant -- create "Example Ltd" > tenant.json'],
      [
        'create a tenant of another service',
        'OPERATOR_SECRET=$(cat operator-secret) npm run -s tenant -- create Example --url https://example.com/archivist',
      ],
    ],
    exitCodes: [SUCCESS, FAILURE, MISUSE],
  },
  fsck: {
    summary:
      'Asks a running service to check its ledgers: hash chains, current states, index rows, acknowledged changes ' +
      'and quota counts. Stops at the first difference.',
    usage: 'npm run fsck [-- OPTIONS]',
    options: [
      ['--tenant tenant/UUID', 'check one tenant (default: all)'],
      ['--files', 'at the end, read every file and compare its bytes with its hash (default: off)'],
      [
        '--accept-loss',
        'after a restore: accept that the database lacks acknowledged changes, so that it takes new ones again ' +
          '(default: off)',
      ],
      [
        '--register-erasures',
        'after the erasure register was lost: add the erased events of the database to it (default: off)',
      ],
      URL_OPTION,
      STATE,
      HELP,
    ],
    examples: [
      ['check the service on this machine', 'npm run fsck'],
      ['check one tenant', 'npm run fsck -- --tenant tenant/6a009b40-eb55-4159-81f0-69024f89f53c'],
    ],
    exitCodes: [[0, 'no differences'], [1, 'a difference, or an unfinished check; the reason is on stderr'], MISUSE],
  },
  backup: {
    summary:
      'Copies the state of the service, which may be running, into a new directory, with a manifest of the sizes and ' +
      'SHA-256 hashes. Pauses a running service for the last step, usually for less than a second.',
    usage: 'npm run backup -- DIR [OPTIONS]',
    options: [
      ['DIR', 'directory of the backup: empty or missing, outside the state directory'],
      ['--with-secrets', 'also copy secrets.env and admin.json: anyone who reads the backup can act as the service'],
      ['--max-pause SECONDS', 'fail if the pause would take longer, 1 to 60 (default: 10)'],
      STATE,
      HELP,
    ],
    examples: [
      ['back up the service on this machine', 'npm run backup -- /mnt/backups/$(date +%F)'],
      ['include the secrets', 'npm run backup -- /mnt/backups/complete --with-secrets'],
    ],
    exitCodes: [
      SUCCESS,
      [1, 'failure; the reason is one line on stderr, and there is no backup'],
      MISUSE,
      [3, 'the backup is complete, but uploaded files in it are damaged; stderr names them'],
    ],
  },
  restore: {
    summary:
      'Creates a state directory from a backup. Checks that no file of the backup was changed, and that the secrets ' +
      'belong to the service that was backed up.',
    usage: 'npm run restore -- DIR --state NEW [OPTIONS]',
    options: [
      ['DIR', 'directory of the backup'],
      ['--state NEW', 'state directory to create: empty or missing'],
      ['--secrets FILE', 'secrets.env of the service that was backed up (default: the one in the backup)'],
      [
        '--erasures DIR',
        'state directory, or a later backup, of the same service: events that it has erased are erased again at the ' +
          'first start (default: only the erasures in the backup)',
      ],
      [
        '--accept-unsealed',
        'restore a backup without manifest.seal, made by an earlier version; changes to it cannot be detected ' +
          '(default: off)',
      ],
      HELP,
    ],
    examples: [
      [
        'restore a backup without secrets',
        'npm run restore -- /mnt/backups/2026-11-22 --state .state-2 --secrets secrets.env',
      ],
      ['start the restored service', 'npm start -- --state .state-2'],
    ],
    exitCodes: [SUCCESS, [1, 'failure; the reason is one line on stderr, and the new directory is removed'], MISUSE],
  },
  import: {
    summary:
      'Imports assets and events of another system from a CSV or JSON Lines file, in the order of its lines. Columns become ' +
      'attributes unless a map says otherwise; docs/import.md describes both. Or loads the export of another deployment as ' +
      'history, as docs/export.md describes. An import that was interrupted is resumed by ' +
      'the same command, and adds nothing twice. The same as evidence import, but uses the application of the environment ' +
      'variables CLIENT_ID and CLIENT_SECRET, or the administrator in the state directory.',
    usage: 'npm run import -- FILE.csv|FILE.jsonl|EXPORT [OPTIONS]',
    options: [
      ['FILE', 'the input. Its state is kept in FILE.import, and rejected lines are listed in FILE.rejected.csv'],
      ['EXPORT', 'the directory of an export; its state is kept in EXPORT.import beside it'],
      ['--map FILE', 'JSON file that says which field each column becomes (default: by the names of the columns)'],
      ['--assets-of FILE', 'input of a finished import with the assets that the events name (default: only this one)'],
      [
        '--zone ZONE',
        'time zone of the times that have none, such as Europe/Berlin or +02:00 (default: such times are refused)',
      ],
      ['--dry-run', 'validate all lines, send nothing and need no service (default: off)'],
      [
        '--resend',
        'send the last batch again although it was sent more than 23 hours ago; if it was stored, its events are ' +
          'duplicated (default: off)',
      ],
      ['--no-verify', 'import an export without verifying it first (default: off)'],
      ['--manifest-sha256 HASH', 'known SHA-256 of manifest.json of an export (default: none)'],
      URL_OPTION,
      STATE,
      HELP,
    ],
    examples: [
      ['validate a file', 'npm run import -- history.csv --map map.json --dry-run'],
      [
        'import into another service',
        'CLIENT_ID=... CLIENT_SECRET=... npm run import -- history.jsonl --url https://example.com/archivist',
      ],
      ['load an export into the service of the state directory', 'npm run import -- my-export'],
    ],
    exitCodes: [
      [0, 'every line was imported'],
      [1, 'failure; the reason is one line on stderr. Run the command again to resume'],
      [2, 'the arguments, the map or the columns are not valid, or times need --zone'],
      [3, 'finished; some lines were rejected'],
      [4, 'stopped by Ctrl-C or SIGTERM. Run the command again to resume'],
    ],
  },
  verify: VERIFY,
  witness: {
    summary:
      'Runs a witness (C2SP tlog-witness) until it receives Ctrl-C or SIGTERM: it cosigns the checkpoints of logs, each only ' +
      'if it continues the one before. The first start creates its key, and every start prints its vkey, which the logs ' +
      'need. docs/monitoring.md describes it.',
    usage: 'npm run witness -- --name NAME --log VKEY [OPTIONS]',
    options: [
      ['--name NAME', 'name of the key, for example witness.example.com/1; required for the first start'],
      ['--log VKEY', 'key of a log to cosign, whose name is the origin of the log; repeatable'],
      ['--logs FILE', 'file with the lines "log VKEY" of a tlog-policy, in addition to --log'],
      ['--listen ADDRESS:PORT', 'IP address and port to listen on (default: 127.0.0.1:8792)'],
      ['--state DIR', 'directory of the key and of the cosigned checkpoints (default: .witness)'],
      HELP,
    ],
    examples: [
      [
        'run a witness of one log',
        'npm run witness -- --name witness.example.com/1 --log evidence.example.com/archivist/v1/logs/...+...',
      ],
      ['run it again with more logs', 'npm run witness -- --logs logs.policy'],
    ],
    exitCodes: [[0, 'stopped by Ctrl-C or SIGTERM'], FAILURE, MISUSE],
  },
  monitor: {
    summary:
      'Follows a transparency log: checks that its checkpoints are signed and that each continues the one before. Stops ' +
      'with an alarm if one does not, or if the log is silent. Keeps what it knows in a state file. For the log of a ' +
      'tenancy, uses the application of the environment variables CLIENT_ID and CLIENT_SECRET. docs/monitoring.md ' +
      'describes what to do after an alarm.',
    usage: 'npm run monitor -- URL [OPTIONS]',
    options: [
      ['URL', 'base_url of the service, ending in /archivist'],
      ['--log L', 'public, or the UUID of a tenancy or of a log (default: public)'],
      [
        '--vkey VKEY',
        'key of the log that you trust, from a source other than the service; repeatable (default: the keys that the ' +
          'service names at the first start)',
      ],
      ['--entries', 'also read and check all entries (default: off)'],
      ['--interval SECONDS', 'time between two checks, 1 to 86400 (default: 60)'],
      [
        '--silent-after SECONDS',
        'time without a valid checkpoint after which there is an alarm, 1 to 2592000 (default: 600)',
      ],
      ['--once', 'check once and exit (default: off)'],
      ['--state FILE', 'state file (default: .monitor/HOST-L.json)'],
      ['--token-file FILE', 'file with an access token, read for each request (default: none)'],
      HELP,
    ],
    examples: [
      [
        'follow the public log of a service with a known key',
        'npm run monitor -- https://evidence.example.com/archivist --vkey evidence.example.com/archivist/v1/logs/...+...',
      ],
      [
        'check the log of a tenancy once',
        'CLIENT_ID=... CLIENT_SECRET=... npm run monitor -- https://evidence.example.com/archivist --log UUID --once',
      ],
    ],
    exitCodes: [
      [0, 'the log was checked with --once, or the monitor was stopped by Ctrl-C or SIGTERM'],
      [1, 'failure: the log could not be checked, or the state is damaged; the reason is one line on stderr'],
      MISUSE,
      [3, 'alarm: the log does not behave as a log must; the reason and the evidence are on stderr'],
    ],
  },
  dev: {
    summary:
      'Runs wrangler dev on 127.0.0.1 for development: the service reloads when the code changes. The first run ' +
      'creates development secrets in .dev.vars and a database in .wrangler/state.',
    usage: 'npm run dev [-- OPTIONS]',
    options: [
      ['--port N', 'TCP port, 1 to 65535 (default: port of [dev] in wrangler.toml)'],
      ['OPTIONS', 'options of wrangler dev, except --ip'],
      HELP,
    ],
    examples: [
      ['use another port', 'npm run dev -- --port 8788'],
      ['change a setting', 'npm run dev -- --var PAGE_SIZE_MAX:200'],
    ],
    exitCodes: [SUCCESS, FAILURE, MISUSE],
  },
} as const satisfies Record<string, CommandHelp>;

export type CommandName = keyof typeof COMMANDS;

/** Returns the help text if `argv` asks for it, otherwise undefined. */
export function helpFor(command: CommandName, argv: readonly string[]): string | undefined {
  const options = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  return options.some((option) => option === '--help' || option === '-h') ? helpText(COMMANDS[command]) : undefined;
}
