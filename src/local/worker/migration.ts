/** A migration: its file name and its statements, in order. */
export type Migration = { name: string; statements: string[] };
