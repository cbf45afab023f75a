export const invites = {
  name: 'invites',
  path: '/v1/invites',
  title: 'Invites',
  alias: { path: '/iam/v1/invites', suffix: 'UnderIam' },
};
