import { html } from 'hono/html';
import type { Base } from './address.ts';
import { layout } from './layout.ts';

/** The page at the address of the service: what it is, and where to go. The same for every deployment. */
export const startPage = (base: Base): Promise<string> =>
  layout({
    title: 'Asset evidence',
    isGuide: true,
    body: html`<main>
      <header>
        <h1>Asset evidence</h1>
        <p class="lead">
          This service records what happens to assets, with files. A proof shows that a record existed at a time and was
          not changed since, to anyone who knows the log or the chain of the service. It does not show that the record
          is true. Who recorded it is the operator’s statement.
        </p>
      </header>
      <section aria-labelledby="people">
        <h2 id="people">For people</h2>
        <dl class="links">
          <div>
            <dt><a href="/console/">Console</a></dt>
            <dd>Sign in, see assets, record events, attach files, and decide who may see them.</dd>
          </div>
          <div>
            <dt><a href="/verify/">Verify a saved proof</a></dt>
            <dd>Check the proof of an event in your browser. The file is not uploaded, and no account is needed.</dd>
          </div>
        </dl>
      </section>
      <section aria-labelledby="find" data-find data-base="${base}" hidden>
        <h2 id="find">Find by file</h2>
        <p>
          Choose a file, or drop it on this page, to see the public events that carry it, with their proofs. Your
          browser computes the hash of the file. The file is not uploaded.
        </p>
        <p>
          <label for="find-file">File</label>
          <input id="find-file" type="file" />
        </p>
        <div data-found role="status"></div>
        <script type="module" src="/static/find.js"></script>
      </section>
      <section aria-labelledby="developers">
        <h2 id="developers">For developers</h2>
        <dl class="links">
          <div>
            <dt><a href="${base}/openapi-ui">API reference</a></dt>
            <dd>All operations, with samples in curl, Python and JavaScript. Each can be tried with a token.</dd>
          </div>
          <div>
            <dt><a href="${base}/openapi.json">OpenAPI document</a></dt>
            <dd>The same as a file, from which clients can be generated. The API starts with <code>${base}/</code>.</dd>
          </div>
        </dl>
        <p>The documentation is in the directory <code>docs</code> of the source code of this service.</p>
      </section>
      <section aria-labelledby="public">
        <h2 id="public">Public assets</h2>
        <p>
          An asset that its organization made public has a page of its own, which anyone can read. The organization
          gives you the link.
        </p>
      </section>
    </main>`,
  });
