/** The texts of the script of the API reference. `de.ts` has them in German. */
export const en = {
  page: {
    notLoaded: 'The viewer could not be loaded. The operations are listed below.',
    loading: 'Loading the reference…',
    inSession:
      'Requests without a token are sent in your session, if you are signed in at the console. Members of several ' +
      'tenancies need a token.',
    noMatch: (words: string) => `No operation has all words of “${words}”.`,
    samples: 'Code samples',
    samplesOf: (operation: string) => `Code samples of ${operation}`,
  },
  names: {
    about: 'About the API',
    server: 'Server',
    serverAndAuthorization: 'Server and authorization',
    filter: 'Filter',
    filterOperations: 'Filter operations',
    filterByWords: 'Filter operations by words',
    body: 'Request body',
    partOfBody: 'Part of the request body',
    responsesOf: (operation: string) => `Responses of ${operation}`,
    closeDialog: 'Close the dialog',
    apply: 'Authorize: Apply credentials',
    remove: 'Logout: Remove authorization',
  },
  /** What the viewer writes, by its own texts, where it is not English. */
  viewer: {} as Record<string, string>,
};

export type ReferenceTexts = typeof en;
