/** A response as received on a connection. */
export type Received = { status: number; headers: Headers; body: string };

/** Reads the final response from the bytes (latin1) of a connection that carried one request with `method`. */
export function parseResponse(text: string, method: string): Received {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [ -~]*$/.exec(first)?.[1] ?? Number.NaN);
  if (end < 0 || Number.isNaN(status)) throw new Error(`no HTTP response: ${JSON.stringify(text.slice(0, 300))}`);
  const rest = text.slice(end + 4);
  if (status < 200) return parseResponse(rest, method);
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  const body = headers.get('transfer-encoding') === 'chunked' && method !== 'HEAD' ? joined(rest) : rest;
  const length = headers.get('content-length');
  if (length !== null && method !== 'HEAD' && Number(length) !== body.length)
    throw new Error(`a body of ${body.length} bytes, not ${length}: ${JSON.stringify(text.slice(0, 300))}`);
  return { status, headers, body };
}

/** The content of a chunked body. */
function joined(body: string): string {
  const [, digits = '', rest = ''] = /^([0-9a-f]+)\r\n(.*)$/is.exec(body) ?? [];
  const size = Number.parseInt(digits, 16);
  if (Number.isNaN(size)) throw new Error(`no chunk: ${JSON.stringify(body.slice(0, 100))}`);
  return size === 0 ? '' : rest.slice(0, size) + joined(rest.slice(size + 2));
}
