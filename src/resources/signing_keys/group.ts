export const signingKeys = { name: 'signingkeys', path: '/v1/signing_keys', title: 'Keys with which authors sign' };
