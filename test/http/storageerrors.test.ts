import { expect, it } from 'vitest';
import { storageFull, storageUnavailable } from '../../src/core/errors.ts';
import { asServiceError } from '../../src/http/problem.ts';

const wrapped = (message: string): Error =>
  new Error('Failed query: insert into events', {
    cause: new Error('the batch failed', { cause: new Error(message) }),
  });

it.each([
  'D1_ERROR: database or disk is full: SQLITE_FULL',
  'database or disk is full',
  'ENOSPC: no space left on device, write',
  'D1_ERROR: Exceeded maximum DB size',
])('responds 503 to "%s", also as the cause of another error', (message) => {
  for (const error of [new Error(message), wrapped(message)]) {
    expect(storageFull(error)).toMatchObject({ kind: 'unavailable', headers: { 'retry-after': '30' } });
    expect(asServiceError(error)).toMatchObject({
      kind: 'unavailable',
      message: 'the storage is full: reads continue, and writes resume when space is freed',
    });
  }
});

it.each([
  'internal error; reference = 8m6u6aabt2rsudsb531k0pm7',
  'D1_ERROR: internal error; reference = 8m6u6aabt2rsudsb531k0pm7',
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset',
])('responds 503 to "%s", with which the storage aborts a call', (message) => {
  for (const error of [new Error(message), wrapped(message)]) {
    expect(storageFull(error)).toBeUndefined();
    expect(asServiceError(error)).toMatchObject({ kind: 'unavailable', headers: { 'retry-after': '1' } });
  }
});

it.each(['D1_ERROR: no such table: events', 'x is not a function', 'an internal error'])(
  'responds 500 to "%s", without the text',
  (message) => {
    for (const error of [new Error(message), wrapped(message), message]) {
      expect(storageUnavailable(error)).toBeUndefined();
      expect(asServiceError(error)).toMatchObject({ kind: 'internal', message: 'internal error' });
    }
  },
);
