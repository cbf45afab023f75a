/** The tenant in the database of the ceiling. */
export const TENANT = '6b7c0f7e-9f07-4a7c-8f6e-0d2f6f2d9a10';
