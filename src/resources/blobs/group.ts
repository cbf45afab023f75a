export const blobs = { name: 'blobs', path: '/v1/blobs', title: 'Blobs' };
