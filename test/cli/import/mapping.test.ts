import { describe, expect, test } from 'vitest';
import { mappingOf, mapProblems, type MapFile } from '../../../src/formats/import/mapping.ts';

/** The record of a line as JSON, because objects of the mapping have no prototype. */
const mapped = (fields: object, map: MapFile = {}): any =>
  JSON.parse(JSON.stringify(mappingOf(map)(fields as Record<string, unknown>)));

describe('without a map', () => {
  test('a line without an operation is an asset, and its other columns are attributes', () => {
    expect(mapped({ asset: 'p-1', behaviours: 'RecordEvidence, Attachments', public: 'TRUE', Serial: 'S 1' })).toEqual({
      record: 'asset',
      asset: 'p-1',
      body: { attributes: { Serial: 'S 1' }, behaviours: ['RecordEvidence', 'Attachments'], public: true },
    });
    expect(mapped({ Serial: 'S 1', operation: '' })).toEqual({
      record: 'asset',
      body: { attributes: { Serial: 'S 1' } },
    });
  });

  test('a line with an operation is an event, and its other columns are event attributes', () => {
    const line = {
      asset: 'p-1',
      operation: 'Update',
      behaviour: 'Firmware',
      timestamp_declared: '2001-02-03T04:05:06Z',
      'principal_declared.display_name': 'Ines',
      'asset_attributes.state': 'ok',
      'event_attributes.place.lat': '1',
      'event_attributes.place.long': '2',
      Note: 'n',
    };
    expect(mapped(line)).toEqual({
      record: 'event',
      asset: 'p-1',
      body: {
        operation: 'Update',
        behaviour: 'Firmware',
        timestamp_declared: '2001-02-03T04:05:06Z',
        principal_declared: { display_name: 'Ines' },
        asset_attributes: { state: 'ok' },
        event_attributes: { place: { lat: '1', long: '2' }, Note: 'n' },
      },
    });
  });

  test('an identity of another deployment is the id of an asset', () => {
    expect(mapped({ asset: 'assets/x', n: '1' })).toEqual({
      record: 'asset',
      asset: 'assets/x',
      body: { attributes: { n: '1' } },
    });
  });

  test('a line that is declared an event records evidence by default', () => {
    expect(mapped({ record: 'event', asset: 'p-1' }).body).toEqual({
      operation: 'Record',
      behaviour: 'RecordEvidence',
    });
  });

  test('objects of JSON Lines are kept, and their numbers and truth values become text', () => {
    const line = {
      asset_identity: 'assets/x',
      operation: 'Record',
      event_attributes: { n: 1.5, ok: true, list: [{ k: 2 }], none: '' },
      'event_attributes.more': 7,
      asset_attributes: null,
      size: { width: 3 },
    };
    expect(mapped(line)).toEqual({
      record: 'event',
      asset: 'assets/x',
      body: {
        operation: 'Record',
        behaviour: 'RecordEvidence',
        event_attributes: { n: '1.5', ok: 'true', list: [{ k: '2' }], none: '', more: '7', size: { width: '3' } },
      },
    });
  });

  test('a space between date and time becomes T, and texts of no known form are not changed', () => {
    const timeOf = (timestamp_declared: string): string =>
      mapped({ asset: 'a', operation: 'Record', timestamp_declared }).body.timestamp_declared;
    expect(timeOf('2001-02-03 04:05:06.5+01:00')).toBe('2001-02-03T04:05:06.5+01:00');
    expect(timeOf('yesterday')).toBe('yesterday');
  });

  test.each<[object, string]>([
    [{ record: 'thing' }, 'record: must be asset or event, not "thing"'],
    [{ operation: 'Record' }, 'asset: is required'],
    [{ operation: 'Record', asset: { id: 1 } }, 'asset: must be a text, not {"id":1}'],
    [
      { asset: 'a', operation: 'Record', timestamp_declared: '03.02.2001 04:05' },
      'timestamp_declared: "03.02.2001 04:05" does not show which number is the day, the month and the year: ' +
        'write it as 2019-04-01T09:30:00Z or 2019-04-01 09:30:00+02:00 (year-month-day)',
    ],
    [{ record: 'asset', timestamp_declared: '2001' }, 'timestamp_declared: an asset does not have this field'],
    [
      { timestamp_declared: '2001' },
      'timestamp_declared: only an event has this field, and a line without record and operation is an asset',
    ],
    [{ record: 'event', asset: 'a', 'attributes.x': '1' }, 'attributes: an event does not have this field'],
    [{ record: 'asset', x: '1', 'attributes.x': '2' }, 'attributes.x: is given by two columns'],
    [{ attributes: { x: '1' }, 'attributes.x': '2' }, 'attributes.x: conflicts with another column'],
    [{ 'attributes.x': '1', 'attributes.x.y': '2' }, 'attributes.x.y: conflicts with another column'],
    [{ asset: 'a', asset_identity: 'b' }, 'asset_identity: conflicts with another column'],
  ])('%j is rejected', (fields, problem) => {
    expect(mapped(fields)).toEqual({ problem });
  });

  test('names of attributes have no special meaning in objects', () => {
    const line = JSON.parse(
      '{"asset":"a","__proto__":"p","constructor":"c","attributes":{"toString":"t","m":{"__proto__":"q"}}}',
    );
    const { body } = mappingOf({})(line) as any;
    expect(Object.keys(body.attributes).toSorted()).toEqual(['__proto__', 'constructor', 'm', 'toString']);
    expect(Object.keys(body.attributes['m'])).toEqual(['__proto__']);
    expect(({} as any).p ?? ({} as any).q).toBeUndefined();
    const nested = JSON.parse('{"attributes":{"m":{"k":"v"}},"attributes.m.__proto__":{"bad":"1"}}');
    mappingOf({})(nested);
    expect(({} as any).bad).toBeUndefined();
  });
});

describe('with a map', () => {
  const map: MapFile = {
    columns: {
      ID: ['asset', 'attributes.external_id'],
      Type: 'record',
      When: 'timestamp_declared',
      'Temp. (C)': 'event_attributes.temperature',
      Internal: null,
      operation: 'event_attributes.operation',
    },
    constants: { operation: 'Record', 'event_attributes.source': 'legacy', 'event_attributes.temperature': 'unknown' },
  };

  test('columns have its targets, and constants where no column gives a value', () => {
    const line = {
      ID: '17',
      Type: 'event',
      When: '2001-02-03T04:05:06Z',
      'Temp. (C)': '20',
      Internal: 'x',
      operation: 'o',
    };
    expect(mapped(line, map)).toEqual({
      record: 'event',
      asset: '17',
      body: {
        operation: 'Record',
        behaviour: 'RecordEvidence',
        timestamp_declared: '2001-02-03T04:05:06Z',
        event_attributes: { source: 'legacy', temperature: '20', operation: 'o' },
      },
    });
    expect(mapped({ ID: '17', Type: 'event' }, map).body.event_attributes).toEqual({
      source: 'legacy',
      temperature: 'unknown',
    });
  });

  test('constants of events have no effect on assets, and vice versa', () => {
    const constants = { behaviour: 'Firmware', 'event_attributes.e': '1', 'attributes.a': '2', public: 'true' };
    expect(mapped({ record: 'asset' }, { constants })).toEqual({
      record: 'asset',
      body: { attributes: { a: '2' }, public: true },
    });
    expect(mapped({ record: 'event', asset: 'x' }, { constants }).body).toEqual({
      operation: 'Record',
      behaviour: 'Firmware',
      event_attributes: { e: '1' },
    });
  });

  test('columns that only assets have are ignored on events, and vice versa', () => {
    expect(mapped({ ID: '17', Type: 'asset', When: '2001', 'Temp. (C)': '20' }, map)).toEqual({
      record: 'asset',
      asset: '17',
      body: { attributes: { external_id: '17' } },
    });
    const both = { columns: { Serial: ['attributes.serial', 'event_attributes.serial'], Open: 'public' } };
    const line = { asset: 'a', Serial: '5', Open: 'true' };
    expect(mapped(line, both).body).toEqual({ attributes: { serial: '5' }, public: true });
    expect(mapped({ ...line, operation: 'Record' }, both).body.event_attributes).toEqual({ serial: '5' });
    // Without a record and an operation, it would be an asset, and the time would be lost.
    expect(mapped({ ID: '17', When: '2001' }, { columns: { ID: 'asset', When: 'timestamp_declared' } })).toEqual({
      problem: 'timestamp_declared: only an event has this field, and a line without record and operation is an asset',
    });
  });

  test('a column can have several targets', () => {
    expect(mapped({ ID: '17', color: 'red' }, { columns: { ID: map.columns!['ID']! } })).toEqual({
      record: 'asset',
      asset: '17',
      body: { attributes: { external_id: '17', color: 'red' } },
    });
  });

  test('other columns can be ignored or rejected', () => {
    const line = { asset: 'a', color: 'red', 'attributes.size': '2' };
    expect(mapped(line, { other: 'ignore' }).body).toEqual({ attributes: { size: '2' } });
    expect(mapped(line, { other: 'reject' })).toEqual({ problem: 'the column "color" is not known' });
  });

  test('targets that do not exist are problems of the map', () => {
    expect(
      mapProblems({
        columns: { A: 'Asset', B: ['asset', 'attributes.'], C: 'principal_declared.phone', D: 'operation.x', E: null },
        constants: { 'attributes.a.b.c': '1', 'attributes.a.b': '1', 'attributes.a[]': '1' },
      }),
    ).toEqual([
      'columns.A: "Asset" is not a target',
      'columns.B: "attributes." is not a target',
      'columns.C: "principal_declared.phone" is not a target',
      'columns.D: "operation.x" is not a target',
      'constants: "attributes.a.b.c" is not a target',
      'constants: "attributes.a[]" (attribute names must not end in "[]")',
    ]);
  });
});
