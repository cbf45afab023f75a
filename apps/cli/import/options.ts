import { parseArgs } from 'node:util';
import { parsed, service, type ServiceArguments } from '../arguments.ts';
import { UsageError } from '../usage.ts';
import { importInput, type ImportInput } from './input.ts';

const USAGE = 'npm run import -- FILE.csv|FILE.jsonl|EXPORT [OPTIONS]';

/** Reads the arguments of `npm run import`; throws a UsageError. */
export function importArguments(argv: string[]): { input: ImportInput; service: ServiceArguments } {
  const { values, positionals } = parsed(USAGE, () =>
    parseArgs({
      args: argv,
      options: {
        map: { type: 'string' },
        'assets-of': { type: 'string' },
        zone: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        resend: { type: 'boolean', default: false },
        'no-verify': { type: 'boolean', default: false },
        'manifest-sha256': { type: 'string' },
        url: { type: 'string' },
        state: { type: 'string' },
      },
      allowPositionals: true,
    }),
  );
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new UsageError(`usage: ${USAGE} (--help explains it)`);
  return { input: importInput(file, values), service: service(values) };
}
