import { expect, test } from 'vitest';
import { convertedTime, isZone, lacksZone } from '../../../src/formats/import/times.ts';

/** The converted text, or the problem. */
const shown = (time: string, zone?: string): string => Object.values(convertedTime(time, zone))[0]!;

test.each([
  ['2019-04-01 09:30:00+02:00', '2019-04-01T09:30:00+02:00'],
  ['2019-04-01 09:30:00 +0200', '2019-04-01T09:30:00+02:00'],
  ['2019-04-01 9:30 -05', '2019-04-01T09:30:00-05:00'],
  ['2019-04-01T09:30Z', '2019-04-01T09:30:00Z'],
  ['2019-04-01 09:30:00 UTC', '2019-04-01T09:30:00Z'],
  ['2019-04-01t09:30:00,25z', '2019-04-01T09:30:00.25Z'],
  ['20190401T093000Z', '2019-04-01T09:30:00Z'],
  ['1969-07-20T20:17:40Z', '1969-07-20T20:17:40Z'],
  ['yesterday', 'yesterday'],
])('a declared time with a zone, or of no known form, does not depend on --zone: %s', (time, text) => {
  expect(shown(time)).toBe(text);
  expect(shown(time, 'Europe/Berlin')).toBe(text);
  expect(lacksZone(time)).toBe(false);
});

test.each([
  ['2019-04-01 09:30', 'Europe/Berlin', '2019-04-01T07:30:00Z'],
  ['2019-01-01 09:30:00.5', 'Europe/Berlin', '2019-01-01T08:30:00.5Z'],
  ['20190401T093000', 'America/New_York', '2019-04-01T13:30:00Z'],
  ['2019-04-01T00:15', '+05:45', '2019-03-31T18:30:00Z'],
  ['2019-03-31 01:59:59', 'Europe/Berlin', '2019-03-31T00:59:59Z'],
  ['2019-03-31 03:00', 'Europe/Berlin', '2019-03-31T01:00:00Z'],
  ['2019-10-27 03:00', 'Europe/Berlin', '2019-10-27T02:00:00Z'],
  ['1880-01-01 00:00', 'Europe/Berlin', '1879-12-31T23:06:32Z'],
  ['0099-01-01 00:00', 'UTC', '0099-01-01T00:00:00Z'],
  // The validation of the record refuses a date that does not exist.
  ['2019-02-30 09:30', 'UTC', '2019-02-30T09:30:00Z'],
])('a declared time without a zone is one of --zone: %s in %s', (time, zone, text) => {
  expect(lacksZone(time)).toBe(true);
  expect(shown(time, zone)).toBe(text);
  expect(shown(time)).toBe(
    `${JSON.stringify(time)} has no time zone: give the zone of such times with --zone, for example --zone ` +
      'Europe/Berlin',
  );
});

test('a declared time that clocks did not show, or showed twice, is a problem', () => {
  expect(shown('2019-03-31 02:30', 'Europe/Berlin')).toBe(
    '"2019-03-31 02:30" does not exist in Europe/Berlin, where clocks were set forward: write it with its offset',
  );
  expect(shown('2019-10-27 02:30', 'Europe/Berlin')).toBe(
    '"2019-10-27 02:30" occurs twice in Europe/Berlin, where clocks were set back: write ' +
      '2019-10-27T02:30:00+02:00 or 2019-10-27T02:30:00+01:00',
  );
  expect(shown('2011-12-30 12:00', 'Pacific/Apia')).toContain('does not exist in Pacific/Apia');
});

test.each([
  ['4/1/2019 9:30', 'does not show which number is the day, the month and the year'],
  ['01.04.2019', 'does not show which number is the day, the month and the year'],
  ['2019/04/01 09:30', 'does not show which number is the day, the month and the year'],
  ['43556.39583', 'is a number, as spreadsheets and programs store times'],
  ['43556,39583', 'is a number, as spreadsheets and programs store times'],
  ['1554111000', 'is a number, as spreadsheets and programs store times'],
  ['2019-04-01', 'is a date without a time of day'],
])('a declared time that is not clear is a problem, also with --zone: %s', (time, reason) => {
  for (const zone of [undefined, 'Europe/Berlin'])
    expect(shown(time, zone)).toBe(
      `"${time}" ${reason}: write it as 2019-04-01T09:30:00Z or 2019-04-01 09:30:00+02:00 (year-month-day)`,
    );
});

test('a declared time with a leap second is a problem', () => {
  expect(shown('2016-12-31T23:59:60Z')).toBe(
    '"2016-12-31T23:59:60Z" is a leap second, which cannot be stored: write the second 59',
  );
});

test('a zone is a name of the IANA database or an offset', () => {
  for (const zone of ['Europe/Berlin', 'UTC', '+02:00']) expect(isZone(zone)).toBe(true);
  for (const zone of ['CEST', 'Berlin', '']) expect(isZone(zone)).toBe(false);
});
