/** The help of one command. */
export interface CommandHelp {
  /** What the command does, in one or two sentences. */
  summary: string;
  usage: string;
  /** Arguments and options, each with its meaning and its default. */
  options: readonly (readonly [option: string, meaning: string])[];
  examples: readonly (readonly [purpose: string, command: string])[];
  exitCodes: readonly (readonly [code: number, meaning: string])[];
}

const HELP: readonly [string, string] = ['--help', 'print this text and exit'];
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
        'one of the settings listed in the README; repeatable, overrides settings.env in the state directory. ' +
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
      [
        '--accept-loss',
        'after a restore: accept that the database lacks acknowledged changes, so that it takes new ones again ' +
          '(default: off)',
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
    exitCodes: [SUCCESS, FAILURE, MISUSE],
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
      'attributes unless a map says otherwise; docs/import.md describes both. An import that was interrupted is resumed by ' +
      'the same command, and adds nothing twice. Uses the application of the environment variables CLIENT_ID and ' +
      'CLIENT_SECRET, or the administrator in the state directory.',
    usage: 'npm run import -- FILE.csv|FILE.jsonl [OPTIONS]',
    options: [
      ['FILE', 'the input. Its state is kept in FILE.import, and rejected lines are listed in FILE.rejected.csv'],
      ['--map FILE', 'JSON file that says which field each column becomes (default: by the names of the columns)'],
      ['--assets-of FILE', 'input of a finished import with the assets that the events name (default: only this one)'],
      ['--dry-run', 'validate all lines, send nothing and need no service (default: off)'],
      [
        '--resend',
        'send the last batch again although it was sent more than 23 hours ago; if it was stored, its events are ' +
          'duplicated (default: off)',
      ],
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
    ],
    exitCodes: [
      [0, 'every line was imported'],
      [1, 'failure; the reason is one line on stderr. Run the command again to resume'],
      [2, 'the arguments or the map are not valid'],
      [3, 'finished; some lines were rejected'],
      [4, 'stopped by Ctrl-C or SIGTERM. Run the command again to resume'],
    ],
  },
  verify: {
    summary:
      'Verifies a proof of an event step by step, without the service and without network access. Anyone can create a ' +
      'chain: pass --genesis, --validator or --rpc to check that the chain of the proof is the one that you know. ' +
      'GET /v1/node of the service returns its genesis hash.',
    usage: 'npm run -s verify -- FILE|- [OPTIONS]',
    options: [
      ['FILE', 'the response of GET .../events/UUID:proof; - reads it from stdin'],
      ['--genesis HASH', 'known hash of the genesis block: 0x and 64 hexadecimal digits (default: none)'],
      [
        '--validator ADDRESS',
        'known current or earlier validator of the embedded chain: 0x and 40 hexadecimal digits (default: none)',
      ],
      ['--signer ADDRESS', 'known sender of the transaction: 0x and 40 hexadecimal digits (default: none)'],
      ['--rpc URL', 'also compare the block and the transaction with this Ethereum node (default: no network)'],
      ['--confirmations N', 'with --rpc: blocks after which a block is final, 1 to 999999 (default: 12)'],
      HELP,
    ],
    examples: [
      ['verify a saved proof with a known genesis hash', 'npm run -s verify -- proof.json --genesis 0x...'],
      [
        'verify a proof on an external chain with a node that you trust',
        'npm run -s verify -- proof.json --signer 0x... --rpc https://node.example.com',
      ],
    ],
    exitCodes: [
      [0, 'the proof is valid: every step passed, and the chain is the one that you know'],
      [1, 'a step failed; its name is on stderr'],
      [2, 'the arguments are not valid, or the file cannot be read'],
      [
        3,
        'the proof is consistent, but its chain is not verified: pass --genesis, --validator or --rpc, or for an ' +
          'external chain --rpc and --signer',
      ],
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

/** Characters in a line. */
const WIDTH = 100;

/** Formats the help of a command. */
export function helpText({ summary, usage, options, examples, exitCodes }: CommandHelp): string {
  return [
    ...wrapped(summary, 0),
    '',
    `Usage: ${usage}`,
    '',
    'Options:',
    ...table(options),
    '',
    'Examples:',
    ...examples.flatMap(([purpose, command]) => [`  # ${purpose}`, `  ${command}`]),
    '',
    'Exit codes:',
    ...table(exitCodes.map(([code, meaning]) => [String(code), meaning])),
    '',
  ].join('\n');
}

/** Formats rows of two columns, with the second one aligned and wrapped. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const column = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.flatMap(([name, meaning]) => {
    const [first, ...rest] = wrapped(meaning, column);
    return [`  ${name}`.padEnd(column) + first!.trimStart(), ...rest];
  });
}

function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(' '.repeat(indent) + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, ' '.repeat(indent) + line];
}
