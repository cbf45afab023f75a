import type { ComponentChildren } from 'preact';
import { inEnglish } from '../../../texts/plurals.ts';

type Text = ComponentChildren;

const numbered = (n: number): string => n.toLocaleString('en-GB');
const assetsIn = (n: number): string => `${numbered(n)} ${inEnglish(n, { one: 'asset', other: 'assets' })}`;
const rowsIn = (n: number): string => `${numbered(n)} ${inEnglish(n, { one: 'row', other: 'rows' })}`;

/** The texts of the screen that imports a CSV file. `de/imports.ts` has them in German. */
export const imports = {
  importing: {
    imported: 'imported',
    question: (count: number) => `Import ${assetsIn(count)}?`,
    act: (count: number) => `Import ${assetsIn(count)}`,
    tooLarge: (megabytes: number) =>
      `The file has more than ${megabytes} MB. Split it, or import it by the command line.`,
    lead:
      'Make many assets from a table. Save it as “CSV UTF-8” in the spreadsheet program: the first line has ' +
      'the names of the columns, each other line is an asset. You see what is made before it is made.',
    permanent: 'Assets cannot be deleted, and their histories cannot be changed. You can stop tracking them later.',
    tooManyPlaces:
      'You can see more than 5,000 locations: a column cannot become the home location by name. Use the ' +
      'command line.',
    reading: 'Reading the file…',
    unreadable: 'The file could not be read. Try again.',
    title: 'Import assets',
    notAllowed: (ask: Text): Text => ['No access policy lets you create assets. ', ask],
    file: (name: string, columns: number) => `${name}, ${columns} columns`,
    columns: 'Columns',
    label: 'Import',
    from: (file: Text): Text => ['From ', file, '.'],
  },
  importColumns: {
    skip: 'Do not import',
    homeLocation: 'Home location, by its name',
    otherAttribute: 'Another attribute',
    caption: 'Columns of the file',
    firstValue: 'First value',
    becomes: 'Becomes',
    becomesOf: (column: string) => `“${column}” becomes`,
    attributeOf: (column: string) => `Attribute of “${column}”`,
  },
  importDownloads: {
    result: 'Download the result as CSV',
    refused: 'Download the refused rows',
  },
  importPreview: {
    made: (count: number) => `${assetsIn(count)} will be made.`,
    problems: (count: number) => ` ${rowsIn(count)} cannot be imported, see below.`,
    blank: (count: number) =>
      ` ${rowsIn(count)} without a value ${inEnglish(count, { one: 'is', other: 'are' })} left out.`,
    firstOf: (shown: number, all: number) => `The first ${shown} of ${assetsIn(all)}.`,
    firstRows: (shown: number, all: number) => `The first ${shown} of ${rowsIn(all)}. The result has all of them.`,
    preview: 'Preview',
    refused: 'Rows that cannot be imported',
    firstAssets: 'The first assets',
    line: (n: number) => `Line ${numbered(n)}`,
    caption: 'Rows that are not imported',
  },
  importRun: {
    done: (done: number, total: number, pause: string) => `${numbered(done)} of ${assetsIn(total)}. ${pause}`,
    made: (count: number) => `${assetsIn(count)} made.`,
    earlier: (count: number) =>
      count === 1
        ? ' 1 was made from this file more than a day ago, and is not changed.'
        : ` ${numbered(count)} were made from this file more than a day ago, and are not changed.`,
    refused: (count: number) => ` ${numbered(count)} refused.`,
    notSent: (count: number) => ` ${numbered(count)} not sent.`,
    importing: (file: Text): Text => ['Importing ', file],
    progress: 'Rows imported',
    keepOpen: 'Keep this screen open. If you leave it, choose the same file again, unchanged: nothing is made twice.',
    imported: 'Imported',
    unfinished: 'Not finished',
    advice:
      'To import the refused rows, correct them in a file of their own: a changed copy of this file makes all ' +
      'of its other rows again.',
    continue: 'Continue',
    another: 'Import another file',
    waiting: (seconds: number, reason: string) => `Waiting for ${seconds} s: ${reason}`,
  },
};
