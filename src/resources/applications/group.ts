export const applications = { name: 'applications', path: '/iam/v1/applications', title: 'Applications' };
