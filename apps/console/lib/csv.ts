import { csvField } from '../../../src/lib/csv.ts';
import type { Schemas } from './schemas.ts';

type Asset = Schemas['Asset'];

/** The columns of an asset that are not attributes. */
const FIELDS = ['identity', 'tracked', 'public', 'confirmation_status', 'at_time', 'tenant_identity'] as const;

/**
 * Assets as CSV (RFC 4180, UTF-8 with a byte order mark): a column for each field and for each attribute of any of
 * them. Maps and lists are JSON. A spreadsheet takes no text for a formula.
 */
export function csvOf(assets: readonly Asset[]): string {
  const names = [...new Set(assets.flatMap(({ attributes }) => Object.keys(attributes)))].toSorted();
  const rows = assets.map((asset) => [
    ...FIELDS.map((field) => String(asset[field])),
    ...names.map((name) => {
      const value = Object.hasOwn(asset.attributes, name) ? asset.attributes[name]! : '';
      return typeof value === 'string' ? value : JSON.stringify(value);
    }),
  ]);
  const lines = [[...FIELDS, ...names], ...rows].map((row) => row.map((text) => csvField(text)).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
