export const invites = { name: 'invites', path: '/v1/invites', title: 'Invites', alias: '/iam/v1/invites' };
