/** The pages of the documentation about screens, by the first part of the address, or by its first two. */
export const DOCS_PAGES: Record<string, string> = {
  applications: 'authorization',
  assets: 'concepts',
  'assets/import': 'import',
  certificates: 'devices',
  'command-line': 'api/clients',
  compliance: 'compliance',
  devices: 'devices',
  due: 'compliance',
  events: 'concepts',
  exports: 'export',
  find: 'search',
  labels: 'field',
  logs: 'trust',
  node: 'anchoring',
  passkeys: 'people#passkeys',
  people: 'people',
  policies: 'authorization',
  sharing: 'authorization#sharing-with-another-organization',
  templates: 'templates',
  webhooks: 'webhooks',
};

/** The address of the documentation about a screen; for other screens that of the console. */
export const docsOf = ([first = '', second = '']: readonly string[]): string =>
  `/docs/${DOCS_PAGES[`${first}/${second}`] ?? DOCS_PAGES[first] ?? 'console'}`;
