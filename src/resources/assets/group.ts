export const assets = { name: 'assets', path: '/v2/assets', title: 'Assets and events' };
