import { parseReceiver } from '../lib/https-address.ts';
import type { TrustedIssuer } from '../lib/trusted-issuers.ts';
import type { IntegerSetting, TextSetting } from './declaration.ts';
import { SETTINGS, type SettingName } from './settings.ts';

/** A setting is missing or not valid. The message starts with the name of the setting and never contains its value. */
export class ConfigError extends Error {}

type ValueOf<N extends SettingName> = (typeof SETTINGS)[N] extends IntegerSetting
  ? number
  : (typeof SETTINGS)[N] extends TextSetting<infer T>
    ? T
    : never;

/** Only text settings have no default. */
type Optional<N extends SettingName> = (typeof SETTINGS)[N] extends IntegerSetting ? never : undefined;

/**
 * Returns the value of a setting, or its default (undefined for text) if `given` is undefined or empty. Throws a
 * ConfigError if the value is not valid.
 */
export function settingValue<N extends SettingName>(name: N, given: unknown): ValueOf<N> | Optional<N> {
  return valueOf(name, given === undefined ? '' : String(given)) as ValueOf<N> | Optional<N>;
}

/** Like `settingValue`, but throws if the setting is not set. */
export function requiredValue<N extends SettingName>(name: N, given: unknown): ValueOf<N> {
  const value = settingValue(name, given);
  if (value === undefined) throw new ConfigError(`${name}: must be set`);
  return value as ValueOf<N>;
}

function valueOf(name: SettingName, given: string): unknown {
  const setting: IntegerSetting | TextSetting<unknown> = SETTINGS[name];
  if (setting.kind === 'integer') return given === '' ? setting.default : wholeNumber(name, setting, given);
  if (given === '') return undefined;
  let value: unknown;
  try {
    value = setting.parse(given);
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigError(`${name}: ${error.message}`, { cause: error });
  }
  if (value === undefined) throw new ConfigError(`${name}: must be ${setting.accepts}`);
  return value;
}

function wholeNumber(name: string, { min, max }: IntegerSetting, given: string): number {
  // Number would also accept 0x10, 1e3 and 5.0.
  const number = /^\s*-?\d+\s*$/.test(given) ? Number(given) : Number.NaN;
  if (!(number >= min && number <= max)) throw new ConfigError(`${name}: must be a whole number from ${min} to ${max}`);
  return number;
}

/** Throws a ConfigError for settings that are not valid in combination. */
export function checkTogether(origin: string, issuers: readonly TrustedIssuer[]): void {
  if (issuers.some(({ issuer }) => issuer.startsWith(`${origin}/`)))
    throw new ConfigError('TRUSTED_ISSUERS: must not name an issuer at ORIGIN');
}

/** The resolver that is used unless a setting names another one. */
const DNS_RESOLVER = 'https://cloudflare-dns.com/dns-query';

/** The address of the resolver, which follows the rules of webhooks. Throws a ConfigError. */
export function dnsResolverOf(given: string | undefined, allowedHosts: readonly string[]): string {
  const receiver = parseReceiver(given ?? DNS_RESOLVER, allowedHosts);
  if (typeof receiver === 'string') throw new ConfigError(`DNS_RESOLVER_URL: must ${receiver}`);
  return receiver.url;
}
