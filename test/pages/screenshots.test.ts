import { expect, it } from 'vitest';
import { patternsOf, PICTURES, requireAll } from '../../tools/screenshots/screens.ts';

it('npm run screenshots has a picture of every screen of the console, and of no other screen', () => {
  expect(() => requireAll(patternsOf(), PICTURES)).not.toThrow();
  expect(patternsOf().toSorted()).toEqual(Object.keys(PICTURES).toSorted());
});

it('npm run screenshots fails and names the screen if one has no picture', () => {
  const onDemand = "screenOnDemand(async () => (await import('./wells.tsx')).Wells)";
  const source = `const SCREENS: Screens = {\n  '': Home,\n  'pumps/*': Pump,\n  wells: ${onDemand},\n};\n`;
  expect(patternsOf(source)).toEqual(['', 'pumps/*', 'wells']);
  expect(() => requireAll(patternsOf(source), { '': [1], 'pumps/*': [], wells: [1] })).toThrow(
    'no picture of the screens pumps/*',
  );
  expect(() => requireAll(patternsOf(source), { '': [1], 'pumps/*': [1], wells: [1], gone: [1] })).toThrow(
    'do not exist: gone',
  );
  expect(() => requireAll(patternsOf('const OTHER = {};'), {})).toThrow('was not found');
});

it('the pictures of screens have different names', () => {
  const names = Object.values(PICTURES).flatMap((all) => all.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});
