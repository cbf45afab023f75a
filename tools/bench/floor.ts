/**
 * The floor: a Worker whose operations each do a single thing with the platform. The ratios of the bench are relative
 * to it.
 */
type Floor = { DB: D1Database; BLOBS: R2Bucket };

const PART = 8 * 2 ** 20;

/** Stores bytes in parts, which is required for large bodies without a length. */
async function putInParts(bucket: R2Bucket, key: string, bytes: Uint8Array): Promise<void> {
  const upload = await bucket.createMultipartUpload(key);
  const parts: R2UploadedPart[] = [];
  for (let at = 0; at < bytes.length; at += PART)
    parts.push(await upload.uploadPart(parts.length + 1, bytes.subarray(at, at + PART)));
  await upload.complete(parts);
}

const read = (env: Floor): Promise<unknown> => env.DB.prepare('SELECT * FROM floor WHERE id = ?').bind(1).first();

let key: Promise<CryptoKeyPair> | undefined;

export default {
  async fetch(request: Request, env: Floor): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('/blob/')) {
      if (request.method === 'GET') {
        if (search === '?read') await read(env);
        return new Response((await env.BLOBS.get(pathname))!.body);
      }
      if (search === '?parts') await putInParts(env.BLOBS, pathname, new Uint8Array(await request.arrayBuffer()));
      else await env.BLOBS.put(pathname, request.body);
      return Response.json({});
    }
    switch (pathname) {
      case '/read':
        return Response.json(await read(env));
      case '/list': {
        const { results } = await env.DB.prepare('SELECT * FROM floor WHERE id > 0 ORDER BY id DESC LIMIT 50').all();
        return Response.json(results);
      }
      case '/insert': {
        const body = await request.text();
        await env.DB.prepare('INSERT INTO floor (body) VALUES (?)').bind(body).run();
        return Response.json({});
      }
      case '/sign': {
        await request.text();
        key ??= crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
          'sign',
          'verify',
        ]) as Promise<CryptoKeyPair>;
        const { privateKey } = await key;
        const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, new Uint8Array(600));
        return Response.json({ length: signature.byteLength });
      }
      default:
        return new Response('hello');
    }
  },
} satisfies ExportedHandler<Floor>;
