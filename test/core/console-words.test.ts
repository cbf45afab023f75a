import { expect, it } from 'vitest';
import { periodOf, reasonInWords, refusalInWords, sentenceOf, sizeOf } from '../../apps/console/lib/words.ts';

it.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [90, '1 minute 30 seconds'],
  [3_600, '1 hour'],
  [259_200, '3 days'],
  [4_939_591, '57 days 4 hours'],
  [86_400_000, '1,000 days'],
])('a period of %d seconds is in words: %s', (seconds, words) => expect(periodOf(seconds)).toBe(words));

it.each([
  ['Duration 4939591s exceeds limit 259200s', '57 days 4 hours; the limit is 3 days'],
  ['Duration 259201s exceeds limit 259200s', '3 days 1 second; the limit is 3 days'],
  [
    'Duration 100s differs from the mean 25s by more than 1.5 standard deviations',
    '1 minute 40 seconds differ from the mean of 25 seconds by more than 1.5 standard deviations',
  ],
  ['No closing event for Duration 20s exceeds limit 10s', 'No closing event for Duration 20s exceeds limit 10s'],
  ['weight<=40s', 'weight<=40s'],
])('the reason “%s” is shown as “%s”', (reason, words) => expect(reasonInWords(reason)).toBe(words));

it('a right that is missing is named in words, and other texts are unchanged', () => {
  expect(refusalInWords('no access policy gives the caller event_arc_display_type_write for Repair')).toBe(
    'your access policies do not let you record events of the type Repair',
  );
  expect(refusalInWords('no access policy gives the caller constructor for x')).toContain('constructor');
  expect(refusalInWords('must not be empty')).toBe('must not be empty');
});

it.each([
  [0, '0 bytes'],
  [1_023, '1,023 bytes'],
  [1_024, '1 KiB'],
  [1_536, '1.5 KiB'],
  [1_048_575, '1 MiB'],
  [1_099_510_958_003, '1 TiB'],
  [1_099_511_627_776, '1 TiB'],
])('%d bytes are shown as %s', (bytes, words) => expect(sizeOf(bytes)).toBe(words));

it.each([
  ['createAccessPolicy', 'Create access policy'],
  ['AccessPolicies', 'Access policies'],
])('the name %s is shown as “%s”', (name, words) => expect(sentenceOf(name)).toBe(words));
