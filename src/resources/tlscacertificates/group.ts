export const tlsCaCertificates = {
  name: 'tlsCaCertificates',
  path: '/v1/tlscacertificates',
  title: 'TLS CA certificates',
};
