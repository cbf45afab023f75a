export const logs = { name: 'logs', path: '/v1/logs', title: 'Transparency logs' };
