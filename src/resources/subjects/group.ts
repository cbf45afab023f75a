export const subjects = { name: 'subjects', path: '/iam/v1/subjects', title: 'Subjects' };
