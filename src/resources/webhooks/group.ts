export const webhooks = { name: 'webhooks', path: '/v1/webhooks', title: 'Webhooks' };
