import type { ComponentChildren } from 'preact';
import { inEnglish } from '../../../texts/plurals.ts';

type Text = ComponentChildren;

/** The texts of the screens of locations and exports. `de/places.ts` has them in German. */
export const places = {
  locations: {
    mapWith: (count: number) => `Map with ${count} ${inEnglish(count, { one: 'location', other: 'locations' })}`,
    lead: 'Places that assets refer to.',
    create: 'Create a location',
    yours: (tenancy: Text): Text => ['You see the locations that ', tenancy, ' and others share with you.'],
    newest: (count: number) => `The map has the newest ${count} locations.`,
    none: 'No locations yet.',
    noneForYou: 'No locations that you can see.',
    position: 'Position',
    latitude: 'Latitude',
    latitudeHint: 'Decimal degrees from -90 to 90; positive in the north.',
    longitude: 'Longitude',
    longitudeHint: 'Decimal degrees from -180 to 180; positive in the east. A click on the map sets both.',
    mapAt: (position: string) => `Map with the position ${position}`,
    world: 'Map of the world',
    reserved: (tenancy: Text): Text => ['Only administrators of ', tenancy, ' create locations.'],
  },
  location: {
    mapWith: (name: string) => `Map with ${name}`,
    assets: 'Assets at this location',
    delete: 'Delete the location',
    question: (name: string) => `Delete ${name}?`,
    consequence: 'Assets keep the identity of the location, which then leads nowhere.',
  },
  exports: {
    states: {
      STATUS_PENDING: 'Waiting',
      STATUS_INPROGRESS: 'Running',
      STATUS_FINISHED: 'Finished',
      STATUS_FAILED: 'Failed',
      STATUS_ERASED: 'Ended by an erasure',
      STATUS_EXPIRED: 'Expired',
    },
    lead:
      'Take all records of the tenancy away, with a proof for each event. Anyone can verify an export without ' +
      'this service.',
    none: 'No exports yet.',
    export: 'Export',
    filesUntil: 'Files until',
    create: 'Create an export',
    nameHint: 'For example: End of the year',
    blobs: 'With the contents of all files',
    blobsHint: 'Without them, the export has the hash of each file that an event names.',
  },
  exported: {
    /** The kinds of records that have other words than in the API. */
    kinds: {} as Record<string, string>,
    verify: 'Verify it in a copy of the source of this service, without a connection to it:',
    exitCode:
      'The exit code 0 means that no record was changed or removed. Store the SHA-256 of the manifest elsewhere.',
    ended: 'Ended',
    contents: 'Contents of files',
    included: 'included',
    notIncluded: 'not included',
    progress: 'Progress of the export',
    delete: 'Delete the export',
    question: (name: string) => `Delete ${name}?`,
    thisExport: 'this export',
    consequence: 'Its files are deleted here. Copies that were downloaded stay valid.',
    consequenceRunning: 'Its job ends, and what it has written is deleted.',
    addresses: (button: Text): Text => [
      'These addresses are valid for an hour and need no sign-in, so do not pass them on. ',
      button,
    ],
    renew: 'Renew the addresses',
    kind: 'Kind',
    records: 'Records',
    size: 'Size',
    whatToDo: 'What to do with it',
    saveAll: 'Save all files in one directory, for example my-export, under their names.',
    verifyCommand: 'Command that verifies',
    import: (command: Text): Text => ['Keep it, or import it into another deployment:', command],
    importCommand: 'Command that imports',
    byCommand: (command: Text): Text => [command, ' creates an export, downloads all files and compares their hashes.'],
  },
};
