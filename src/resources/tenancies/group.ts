export const tenancies = { name: 'tenancies', path: '/v1/tenancies', title: 'Tenancies' };
