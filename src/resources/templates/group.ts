export const templates = { name: 'templates', path: '/v1/templates', title: 'Templates of events' };
