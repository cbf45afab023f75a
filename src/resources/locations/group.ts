export const locations = { name: 'locations', path: '/v2/locations', title: 'Locations' };
