import type { Placement } from '../report.ts';
import type { ExportSource } from './source.ts';

/** The lines of an export are in several files. */
export const placementIn = (source: ExportSource): Placement => ({
  columns: 'file,line',
  of: (line) => {
    const place = source.placeOf(line);
    return `${place.file},${place.line}`;
  },
  named: (line) => {
    const place = source.placeOf(line);
    return `${place.file} line ${place.line}`;
  },
});
