import { describe, expect, it } from 'vitest';
import { proseOf } from '../../tools/prose/text.ts';

const texts = (file: string, source: string): string[] => proseOf(file, source).map(({ text }) => text.trim());

describe('the prose of a file', () => {
  it('joins the lines of a comment', () => {
    const source = '/**\n * Appends an event\n * to the ledger.\n */\nconst a = 1; // One\n// more.\n';
    expect(texts('a.ts', source)).toEqual(['Appends an event to the ledger.', 'One more.']);
  });

  it('joins strings that + concatenates, and replaces expressions by an ellipsis', () => {
    const source = "const a = 'one string ' +\n  'and ' + \"another\" + `, ${b({ c: 'd e' })} times`;";
    expect(texts('a.ts', source)).toEqual(['d e', 'one string and another, … times']);
  });

  it('leaves out names, single words and regular expressions', () => {
    const source = "const ours = /two 'words/.test('word') ? a / b : c; // it's\nconst x = 'two words';";
    expect(texts('a.ts', source)).toEqual(["it's", 'two words']);
  });

  it('names the line of each character', () => {
    const [first] = proseOf('a.md', '# Title\n\nfirst line\nsecond line\n');
    expect(first!.text).toBe('# Title first line second line ');
    expect(first!.lineAt(first!.text.indexOf('Title'))).toBe(1);
    expect(first!.lineAt(first!.text.indexOf('second'))).toBe(4);
  });
});
