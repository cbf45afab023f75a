import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from './client.ts';
import type { Service } from './service.ts';

/** The reason of an error of `:erase`, as its details name it. */
export const reasonOf = ({ body }: Answer): string | undefined =>
  body.details?.find(({ reason }: { reason?: string }) => reason !== undefined)?.reason;

/** Calls `:erase` once. */
export const erase = (
  client: Client,
  token: string | undefined,
  identity: string,
  body: object = { reason: 'asked for' },
  headers: Record<string, string> = {},
): Promise<Answer> => client.call(token as string, 'POST', `/v2/${identity}:erase`, { body, headers });

/** Calls `:erase` until the event is anchored. Returns the first other response. */
export async function erased(
  client: Client,
  token: string,
  identity: string,
  body: object = { reason: 'asked for' },
  headers: Record<string, string> = {},
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const answer = await erase(client, token, identity, body, headers);
    if (reasonOf(answer) !== 'NOT_ANCHORED' || attempt === 120) return answer;
    await sleep(500);
  }
}

/** The names of the tables with a row that has a text, in any column and any encoding of it as a blob. */
export async function tablesWith(db: D1Database, text: string): Promise<string[]> {
  const { results: tables } = await db
    .prepare(
      // Without the copies that the tests make (database.ts).
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name " +
        "NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'copy\\_%' ESCAPE '\\'",
    )
    .all<{ name: string }>();
  const columns = await db.batch<{ name: string }>(
    tables.map(({ name }) => db.prepare(`PRAGMA table_info("${name}")`)),
  );
  const rows = await db.batch(
    tables.map(({ name }, i) => {
      const any = columns[i]!.results.map((column) => `instr(CAST("${column.name}" AS TEXT), ?1) > 0`).join(' OR ');
      return db.prepare(`SELECT 1 FROM "${name}" WHERE ${any} LIMIT 1`).bind(text);
    }),
  );
  return tables.map(({ name }) => name).filter((_, i) => rows[i]!.results.length > 0);
}

/** The keys of the objects of the bucket with a text in the key or in the content. */
export async function objectsWith({ blobs }: Service, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { key } of (await blobs.list()).objects) {
    const content = Buffer.from(await (await blobs.get(key))!.arrayBuffer());
    if (key.includes(text) || content.includes(text)) found.push(key);
  }
  return found;
}

/**
 * The files below a directory that contain a text. `isOf` selects files by their path. A running service can delete
 * a file meanwhile, as SQLite does with its log, whose content is then in a file that was read before: all are read
 * again.
 */
export function filesWith(directory: string, text: string, isOf: (path: string) => boolean = () => true): string[] {
  for (let attempt = 1; ; attempt++) {
    try {
      return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => {
        const file = join(directory, path);
        return statSync(file).isFile() && isOf(path) && readFileSync(file).includes(text);
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 20) throw error;
    }
  }
}
