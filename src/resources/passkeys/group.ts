export const passkeys = { name: 'passkeys', path: '/iam/v1/passkeys', title: 'Passkeys' };
