/** All tables, which `npm run generate` compares with the migrations. One line per module with tables. */
export * from './access/tables.ts';
export * from './anchoring/tables.ts';
export * from './features/blobs/tables.ts';
export * from './features/compliance/tables.ts';
export * from './features/devices/tables.ts';
export * from './features/exports/tables.ts';
export * from './access/identity/passkeys/tables.ts';
export * from './access/identity/session-tables.ts';
export * from './access/identity/tables.ts';
export * from './ledger/records/tables.ts';
export * from './resources/locations/table.ts';
export * from './resources/templates/table.ts';
export * from './resources/tlscacertificates/table.ts';
export * from './platform/database/tables.ts';
export * from './transparency/stamps/tables.ts';
export * from './transparency/tables.ts';
export * from './features/webhooks/tables.ts';
