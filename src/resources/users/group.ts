export const users = { name: 'users', path: '/v1/tenancies/users', title: 'Users' };
