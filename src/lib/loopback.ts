const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1?\d{1,2})`;
/** `::ffff:7f…` is an IPv4 address of 127.0.0.0/8 that is mapped to IPv6 (RFC 4291, section 2.5.5.2). */
const LOOPBACK = new RegExp(`^(?:localhost|127(?:\\.${OCTET}){3}|\\[?::(?:1|ffff:7f[\\da-f]{2}:[\\da-f]{1,4})\\]?)$`);

/**
 * Whether a host is this machine: `localhost`, an IPv4 address in 127.0.0.0/8, or the IPv6 address ::1, with or without
 * the brackets that it has in a URL. The host is that of `URL`, in lower case and without a port; names are not
 * resolved.
 */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
