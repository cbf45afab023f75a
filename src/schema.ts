/** All tables, which `npm run generate` compares with the migrations. One line per module with tables. */
export * from './access/tables.ts';
export * from './anchoring/tables.ts';
export * from './blobs/tables.ts';
export * from './chain/tables.ts';
export * from './compliance/tables.ts';
export * from './devices/tables.ts';
export * from './exports/tables.ts';
export * from './identity/sessiontables.ts';
export * from './identity/tables.ts';
export * from './ledger/tables.ts';
export * from './resources/locations/table.ts';
export * from './resources/tlscacertificates/table.ts';
export * from './store/tables.ts';
export * from './transparency/tables.ts';
export * from './webhooks/tables.ts';
