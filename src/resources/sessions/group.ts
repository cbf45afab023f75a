export const sessions = { name: 'sessions', path: '/iam/v1/sessions', title: 'Sessions of the console' };
