/**
 * What the platform itself costs: a Worker that does one thing and nothing else, on the service's own
 * schema-free tables. The ratios of the bench are to these.
 */
type Floor = { DB: D1Database };

let key: Promise<CryptoKeyPair> | undefined;

export default {
  async fetch(request: Request, env: Floor): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case '/read':
        return Response.json(await env.DB.prepare('SELECT * FROM floor WHERE id = ?').bind(1).first());
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
