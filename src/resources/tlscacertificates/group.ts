export const tlsCaCertificates = {
  name: 'tlscacertificates',
  path: '/v1/tlscacertificates',
  title: 'TLS CA certificates',
};
