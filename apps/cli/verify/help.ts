import { HELP, type CommandHelp } from '../help-text.ts';

/** The help of `npm run verify`. */
export const VERIFY = {
  summary:
    'Verifies a proof of an event, or an export with the proofs of all of its events, step by step, without the service ' +
    'and without network access. docs/export.md says what is verified of an export. Anyone can create a ' +
    'log and a chain: for a proof by the entry in a log, pass --vkey, --log-genesis or --checkpoint to check that the ' +
    'log is the one that you know; for every form, --genesis, --validator or --rpc do so for its chain. GET ' +
    '/v1/logs/L/keys of the service returns the keys of a log, GET /v1/node the genesis hash of the chain.',
  usage: 'npm run -s verify -- FILE|-|EXPORT [OPTIONS]',
  options: [
    ['FILE', 'the response of GET .../events/UUID:proof, of any form; - reads it from stdin'],
    ['EXPORT', 'the directory of an export, with manifest.json and the files that it names'],
    [
      '--vkey VKEY',
      'known key of the log, or of a witness, which must have signed the checkpoint; an earlier key of the log also with ' +
        '--keys or --service; repeatable (default: none)',
    ],
    [
      '--log-genesis HASH|FILE',
      'known first entry of the log: its leaf hash as 64 hexadecimal digits, or a file with the entry or with the ' +
        'response of GET /v1/logs/L/tile/entries/000.p/1 (default: none)',
    ],
    ['--checkpoint FILE', 'checkpoint of the log that you saved or got from others (default: none)'],
    [
      '--consistency FILE',
      'response of GET /v1/logs/L:consistency, between the sizes of the two checkpoints, or from 1 for --log-genesis; ' +
        'repeatable (default: none)',
    ],
    [
      '--keys FILE',
      'response of GET /v1/logs/L/keys, whose changes of keys lead from a known earlier key to the one that has signed ' +
        '(default: none)',
    ],
    [
      '--service URL',
      'base_url of the service that responds with consistency proofs and changes of keys (default: no network)',
    ],
    [
      '--token-file FILE',
      'with --service: file with an access token for the log of a tenancy (default: the application of CLIENT_ID and ' +
        'CLIENT_SECRET in the environment)',
    ],
    ['--genesis HASH', 'known hash of the genesis block: 0x and 64 hexadecimal digits (default: none)'],
    [
      '--validator ADDRESS',
      'known current or earlier validator of the embedded chain: 0x and 40 hexadecimal digits (default: none)',
    ],
    ['--signer ADDRESS', 'known sender of the transaction: 0x and 40 hexadecimal digits (default: none)'],
    [
      '--manifest-sha256 HASH',
      'known SHA-256 of manifest.json of an export, which GET /v1/exports/UUID returns (default: none)',
    ],
    ['--rpc URL', 'also compare the block and the transaction with this Ethereum node (default: no network)'],
    ['--confirmations N', 'with --rpc: blocks after which a block is final, 1 to 999999 (default: 12)'],
    HELP,
  ],
  examples: [
    [
      'verify a saved proof with a known key of the log',
      'npm run -s verify -- proof.json --vkey evidence.example.com/archivist/v1/logs/...+...',
    ],
    ['verify an export', 'npm run -s verify -- export-2026-11/ --vkey evidence.example.com/archivist/v1/logs/...+...'],
    [
      'verify a proof with a checkpoint that you saved',
      'npm run -s verify -- proof.json --checkpoint saved.txt --service https://evidence.example.com/archivist',
    ],
  ],
  exitCodes: [
    [0, 'the proof or the export is valid: every step passed, and the log or the chain is the one that you know'],
    [1, 'a step failed; its name is on stderr. For an export, stdout names file, line and event of each problem'],
    [2, 'the arguments are not valid, or the file cannot be read'],
    [
      3,
      'the proof or the export is consistent, but its log or chain is not verified: pass --vkey, --log-genesis or --checkpoint, or ' +
        '--genesis, --validator or --rpc, or for an external chain --rpc and --signer',
    ],
    [4, 'events of the window were erased, so its hash cannot be computed any more'],
  ],
} as const satisfies CommandHelp;
