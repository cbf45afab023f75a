import { describe, expect, test } from 'vitest';
import { txtAnswer, txtQuery } from '../../src/lib/dns.ts';
import { domainRecord, parseDomain } from '../../src/lib/domain.ts';
import { txtResponse } from '../support/dns.ts';

const query = txtQuery('_asset-evidence.harbour.org');
const respond = (texts?: string[], code = 0): Uint8Array => txtResponse(Buffer.from(query), texts, code);

describe('TXT lookups', () => {
  test('reads every TXT record of a response, and joins the strings of one record', () => {
    const long = 'x'.repeat(600);
    expect(txtAnswer(respond(['one', long, '']), query)).toEqual({ code: 0, texts: ['one', long, ''] });
    expect(txtAnswer(respond(), query)).toEqual({ code: 3, texts: [] });
  });

  test('skips records of other types, such as the alias of a name', () => {
    const answer = Buffer.from(respond(['one']));
    const alias = Buffer.concat([
      Buffer.from([1, 97, 0, 0, 5, 0, 1, 0, 0, 0, 60, 0, 2, 0xc0, 12]),
      answer.subarray(query.length),
    ]);
    const whole = Buffer.concat([answer.subarray(0, query.length), alias]);
    whole[7] = 2;
    expect(txtAnswer(whole, query)).toEqual({ code: 0, texts: ['one'] });
  });

  test('rejects a response that is cut off at any byte, and one to another query', () => {
    const whole = respond(['one', 'two']);
    for (let length = 0; length < whole.length; length++)
      expect(() => txtAnswer(whole.subarray(0, length), query), String(length)).toThrow(RangeError);
    expect(() => txtAnswer(whole, txtQuery('_asset-evidence.harbour.com'))).toThrow(RangeError);
    const truncated = Uint8Array.from(whole, (byte, i) => (i === 2 ? byte | 2 : byte));
    expect(() => txtAnswer(truncated, query)).toThrow(RangeError);
  });

  test('never throws anything but a RangeError for damaged responses', () => {
    const whole = respond(['one', 'two']);
    for (let i = 0; i < whole.length; i++)
      for (const value of [0, 63, 64, 128, 255]) {
        const damaged = Uint8Array.from(whole, (byte, at) => (at === i ? value : byte));
        try {
          txtAnswer(damaged, query);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }
  });
});

describe('domains', () => {
  test.each([
    ['harbour.org', 'harbour.org'],
    ['Sub.HARBOUR.org', 'sub.harbour.org'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ])('accepts %s as %s', (given, domain) => {
    expect(parseDomain(given)).toEqual({ domain });
  });

  test.each(
    (
      '|org|localhost|127.0.0.1|2130706433|0x7f.1|[::1]|１２７.0.0.1|a.b.c.1|harbour.org.|harbour.org:443' +
      '|https://harbour.org|me@harbour.org|harbour.org/x|harbour .org|har_bour.org|*.harbour.org|-a.org|a..org' +
      '|nas.local|x.internal|xn--.org' +
      `|a.org\n|${'a'.repeat(64)}.org|${'a.'.repeat(120)}org`
    ).split('|'),
  )('rejects %j', (given) => {
    expect(parseDomain(given)).toMatch(/^(?:be|have) /);
  });

  test('derives a record that differs by deployment, tenancy and domain, and is the same each time', () => {
    const of = (seed: number, tenant: string, domain: string): string =>
      domainRecord(new Uint8Array(32).fill(seed), tenant, domain).value;
    const all = [of(1, 'a', 'x.org'), of(2, 'a', 'x.org'), of(1, 'b', 'x.org'), of(1, 'a', 'y.org')];
    expect(new Set(all).size).toBe(4);
    expect(of(1, 'a', 'x.org')).toBe(all[0]);
    expect(all[0]).toMatch(/^asset-evidence-verification=[0-9a-f]{40}$/);
  });
});
