export const exports = { name: 'exports', path: '/v1/exports', title: 'Exports' };
