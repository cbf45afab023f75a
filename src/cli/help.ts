/** What `--help` prints for one command. */
export interface CommandHelp {
  /** What the command does, in one or two sentences. */
  summary: string;
  usage: string;
  /** Arguments and options, each with its meaning and its default. */
  options: readonly (readonly [option: string, meaning: string])[];
  /** Each says what it shows. */
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
const FAILURE = [1, 'failure; one line on stderr says why'] as const;
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
        'address or block of a proxy whose X-Forwarded-For is believed; repeatable (default: none). Without it, ' +
          'all clients of a proxy share one rate limit',
      ],
      ['--insecure-http', 'accept unencrypted connections from other machines (default: off)'],
      [
        '--var NAME=VALUE',
        'set one of the settings that the README lists; repeatable, and stronger than settings.env in the state ' +
          'directory. Secrets go into secrets.env there',
      ],
      ['--accept-restored', 'start with a restored state that is older than what was served before (default: off)'],
      HELP,
    ],
    examples: [
      ['a second service beside the first', 'npm start -- --port 8788 --state .state-2'],
      [
        'behind a TLS proxy on this machine',
        'npm start -- --origin https://evidence.example.com --trust-proxy 127.0.0.1',
      ],
    ],
    exitCodes: [[0, 'stopped by Ctrl-C or SIGTERM'], FAILURE, MISUSE],
  },
  tenant: {
    summary:
      'Creates a tenant with an administrator application, and prints base_url, origin, tenant_identity, client_id ' +
      'and client_secret as JSON. The environment variable OPERATOR_SECRET, or secrets.env of the state directory, ' +
      'has the secret of the operator.',
    usage: 'npm run -s tenant -- create NAME [OPTIONS]',
    options: [
      ['NAME', 'display name of the tenant'],
      URL_OPTION,
      STATE,
      ['-s', "npm's option --silent: without it, npm prints the name of the script on stdout, before the JSON"],
      HELP,
    ],
    examples: [
      ['a tenant of the service that runs here', 'npm run -s tenant -- create "Example Ltd" > tenant.json'],
      [
        'a tenant of a service elsewhere',
        'OPERATOR_SECRET=$(cat operator-secret) npm run -s tenant -- create Example --url https://example.com/archivist',
      ],
    ],
    exitCodes: [SUCCESS, FAILURE, MISUSE],
  },
  fsck: {
    summary:
      'Has a running service check its ledgers: hash chains, current states, index rows, acknowledged events and ' +
      'quota counts. Stops at the first difference.',
    usage: 'npm run fsck [-- OPTIONS]',
    options: [
      ['--tenant tenant/UUID', 'check one tenant (default: all)'],
      [
        '--accept-loss',
        'after a restore: accept the database as it is, so that ledgers which have acknowledged more take events again ' +
          '(default: off)',
      ],
      URL_OPTION,
      STATE,
      HELP,
    ],
    examples: [
      ['the service that runs here', 'npm run fsck'],
      ['one tenant', 'npm run fsck -- --tenant tenant/6a009b40-eb55-4159-81f0-69024f89f53c'],
    ],
    exitCodes: [[0, 'no differences'], [1, 'a difference, or the check could not finish; stderr says which'], MISUSE],
  },
  backup: {
    summary:
      'Copies the state of the service, which may be running, into a new directory with a manifest of sizes and ' +
      'SHA-256. A running service is paused for the last part of it, usually for less than a second.',
    usage: 'npm run backup -- DIR [OPTIONS]',
    options: [
      ['DIR', 'directory of the backup: empty or not there yet, outside the state directory'],
      ['--with-secrets', 'also copy secrets.env and admin.json: whoever reads the backup can then act as the service'],
      ['--max-pause SECONDS', 'give up when the pause would take longer, 1 to 60 (default: 10)'],
      STATE,
      HELP,
    ],
    examples: [
      ['the service that runs here', 'npm run backup -- /mnt/backups/$(date +%F)'],
      ['with the secrets', 'npm run backup -- /mnt/backups/complete --with-secrets'],
    ],
    exitCodes: [SUCCESS, FAILURE, MISUSE],
  },
  restore: {
    summary:
      'Creates a state directory from a backup. Checks that every file of it is as it was written, and that the ' +
      'secrets are those of the service that was backed up.',
    usage: 'npm run restore -- DIR --state NEW [OPTIONS]',
    options: [
      ['DIR', 'directory of the backup'],
      ['--state NEW', 'state directory to create: empty or not there yet'],
      ['--secrets FILE', 'secrets.env of the service that was backed up (default: the one in the backup)'],
      [
        '--accept-unsealed',
        'restore a backup without manifest.seal, of which nothing shows that it was not changed: one that an earlier ' +
          'version made (default: off)',
      ],
      HELP,
    ],
    examples: [
      ['a backup without secrets', 'npm run restore -- /mnt/backups/2026-11-22 --state .state-2 --secrets secrets.env'],
      ['and start it', 'npm start -- --state .state-2'],
    ],
    exitCodes: [SUCCESS, [1, 'failure; one line on stderr says why, and nothing is left of the new directory'], MISUSE],
  },
  verify: {
    summary:
      'Checks a proof of an event step by step, without the service and without a network. Anybody can make a chain ' +
      'of their own: only with --genesis, --validator or --rpc does a proof show that its chain is the one that you ' +
      'know. GET /v1/node of the service has its genesis hash.',
    usage: 'npm run -s verify -- FILE|- [OPTIONS]',
    options: [
      ['FILE', 'the proof, as GET .../events/UUID:proof responds with it; - reads it from stdin'],
      ['--genesis HASH', 'known hash of the genesis block: 0x and 64 hexadecimal digits (default: none)'],
      [
        '--validator ADDRESS',
        'known validator of the embedded chain, or one that has handed it over: 0x and 40 hexadecimal digits ' +
          '(default: none)',
      ],
      ['--signer ADDRESS', 'known sender of the transaction: 0x and 40 hexadecimal digits (default: none)'],
      ['--rpc URL', 'also ask this Ethereum node for the block and the transaction (default: no network)'],
      ['--confirmations N', 'with --rpc: blocks after which a block is final, 1 to 999999 (default: 12)'],
      HELP,
    ],
    examples: [
      ['a saved proof, with the genesis hash that you keep', 'npm run -s verify -- proof.json --genesis 0x...'],
      [
        'a proof on an outside chain, with a node that you trust',
        'npm run -s verify -- proof.json --signer 0x... --rpc https://node.example.com',
      ],
    ],
    exitCodes: [
      [0, 'the proof holds: every step holds, and what you know of the chain matches'],
      [1, 'a step fails; its name is on stderr'],
      [2, 'the arguments are not valid, or the file cannot be read'],
      [
        3,
        'the proof is consistent in itself, but nothing vouches for its chain: give --genesis, --validator or --rpc, ' +
          'or for an outside chain --rpc and --signer',
      ],
    ],
  },
  dev: {
    summary:
      'Runs wrangler dev on 127.0.0.1, for work on the code: a change of the code reloads the service. The first run ' +
      'creates development secrets in .dev.vars and a database in .wrangler/state.',
    usage: 'npm run dev [-- OPTIONS]',
    options: [
      ['--port N', 'TCP port, 1 to 65535 (default: port of [dev] in wrangler.toml)'],
      ['OPTIONS', 'options of wrangler dev, except --ip'],
      HELP,
    ],
    examples: [
      ['on another port', 'npm run dev -- --port 8788'],
      ['with a setting', 'npm run dev -- --var PAGE_SIZE_MAX:200'],
    ],
    exitCodes: [SUCCESS, FAILURE, MISUSE],
  },
} as const satisfies Record<string, CommandHelp>;

export type CommandName = keyof typeof COMMANDS;

/** The text that a command prints instead of running, or undefined where `argv` does not ask for it. */
export function helpFor(command: CommandName, argv: readonly string[]): string | undefined {
  const options = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  return options.some((option) => option === '--help' || option === '-h') ? helpText(COMMANDS[command]) : undefined;
}

/** Characters in a line. */
const WIDTH = 100;

/** The text of a command's help. */
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

/** Rows of two columns, with the second one aligned and wrapped. */
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
