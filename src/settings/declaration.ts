/** `worker`: a variable of the Worker, on one machine and on Cloudflare. `local`: read only by `npm start`. */
type Scope = 'worker' | 'local';

type Declaration = {
  /** What the setting is for, with its unit: its text in docs/api/settings.md. */
  about: string;
  scope: Scope;
  /** Secrets are set in secrets.env or with `wrangler secret`, never on a command line or in settings.env. */
  secret: boolean;
};

export type IntegerSetting = Declaration & { kind: 'integer'; default: number; min: number; max: number };

export type TextSetting<T> = Declaration & {
  kind: 'text';
  /** The service does not start without a value. */
  required: boolean;
  /** Returns undefined for a value that is not valid, or throws a RangeError that names the part that is not valid. */
  parse: (text: string) => T | undefined;
  /** The accepted values; completes "must be ...". */
  accepts: string;
};

export function integer(
  fallback: number,
  min: number,
  max: number,
  about: string,
  scope: Scope = 'worker',
): IntegerSetting {
  return { kind: 'integer', default: fallback, min, max, about, scope, secret: false };
}

export function text<T>(
  about: string,
  accepts: string,
  parse: (text: string) => T | undefined,
  more: { secret?: boolean; required?: boolean; scope?: Scope } = {},
): TextSetting<T> {
  return { kind: 'text', secret: false, required: false, scope: 'worker', about, accepts, parse, ...more };
}
