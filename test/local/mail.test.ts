import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keepMail } from '../../apps/server/mail.ts';
import { parseMail } from './support/eml.ts';

const temporary = mkdtempSync(join(tmpdir(), 'mail-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const message = (more: object = {}) => ({
  from: 'evidence@example.com',
  to: 'ana@example.com',
  subject: 'An invitation',
  text: 'Come in.\n',
  html: '<p>Come in.</p>',
  ...more,
});

describe('keepMail', () => {
  it('writes a mail that only the owner can read', async () => {
    const dir = join(temporary, 'new', 'mail');
    const file = await keepMail(dir, 10, message());
    expect(dirname(file)).toBe(dir);
    expect(readdirSync(dir)).toHaveLength(1);
    expect([mode(dir), mode(file)]).toEqual(['700', '600']);
    const { headers, parts } = parseMail(readFileSync(file, 'utf8'));
    expect(headers).toMatchObject({
      from: 'evidence@example.com',
      to: 'ana@example.com',
      subject: 'An invitation',
      'mime-version': '1.0',
    });
    expect(headers['message-id']).toMatch(/^<[^<>\s]+@example\.com>$/);
    expect(Date.parse(headers['date']!)).not.toBeNaN();
    expect(parts.map((part) => [part.headers['content-type'], part.content.trimEnd()])).toEqual([
      ['text/plain; charset=utf-8', 'Come in.'],
      ['text/html; charset=utf-8', '<p>Come in.</p>'],
    ]);
  });

  it('keeps every character of subject and text', async () => {
    const content = `Žofie – 招待 😀 ${'long '.repeat(400)}=3D\n.\nFrom me\n`;
    const file = await keepMail(
      join(temporary, 'text'),
      10,
      message({ subject: content.slice(0, 200), text: content }),
    );
    const { headers, parts } = parseMail(readFileSync(file, 'utf8'));
    expect(headers['subject']).toBe(content.slice(0, 200).trimEnd());
    expect(parts[0]!.content.replaceAll('\r\n', '\n')).toBe(content);
  });

  it('does not allow text to add a header or a recipient', async () => {
    const forged = 'An invitation\r\nBcc: eve@example.com\r\n\r\nforged';
    const to = 'ana@example.com\r\nCc: eve@example.com';
    const file = await keepMail(join(temporary, 'forged'), 10, message({ subject: forged, to }));
    const { headers, parts } = parseMail(readFileSync(file, 'utf8'));
    expect(Object.keys(headers)).toEqual(expect.not.arrayContaining(['bcc', 'cc']) as unknown);
    expect(parts).toHaveLength(2);
  });

  it('keeps the newest mails by name and does not touch other files', async () => {
    const dir = join(temporary, 'many');
    await keepMail(dir, 3, message({ subject: '0' }));
    writeFileSync(join(dir, 'notes.txt'), 'mine');
    for (let i = 1; i < 8; i++) {
      await keepMail(dir, 3, message({ subject: `${i}` }));
      // Names have a resolution of one millisecond.
      for (const now = Date.now(); Date.now() === now;);
    }
    const names = readdirSync(dir).toSorted();
    expect(names.at(-1)).toBe('notes.txt');
    const subjects = names
      .slice(0, -1)
      .map((name) => parseMail(readFileSync(join(dir, name), 'utf8')).headers['subject']);
    expect(subjects).toEqual(['5', '6', '7']);
  });

  it('leaves no file of a mail that cannot be written', async () => {
    const file = join(temporary, 'file');
    writeFileSync(file, '');
    await expect(keepMail(file, 10, message())).rejects.toThrow('EEXIST');
  });
});
