import type { PrincipalInfo } from '../../lib/identifiers.ts';
import type { Manifest } from '../exports/manifest.ts';
import type { PackageInfo } from './format.ts';
import { styleOfForm2 } from './form-2.ts';
import { markup, Html, own } from './markup.ts';

/** What all pages of a report say of its origin. */
export type ReportOf = { manifest: Manifest; info: PackageInfo };

/** No script, no form and no address of another origin works in a page. Pictures are files of the package. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: file: 'self'";

const STYLE = new Html(`
:root { color-scheme: light; --ink: #1b1e1f; --soft: #565c5b; --line: #d3d0c6; --accent: #0f5c55; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 60rem; color: var(--ink); background: #fff;
  font: 0.95rem/1.5 Georgia, 'Times New Roman', serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.25rem; font-size: 1.7rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem; break-after: avoid; }
a { color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font: 0.8rem/1.4 ui-monospace, Menlo, Consolas, monospace; }
bdi { white-space: pre-wrap; }
.lead, .soft { color: var(--soft); }
.limits { margin: 1rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line);
  border-inline-start: 4px solid var(--accent); }
.limits p { margin: 0.25rem 0; }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0.15rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
dd dl { grid-template-columns: minmax(6rem, 10rem) 1fr; }
ol { margin: 0; padding-inline-start: 1.25rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding-block: 0.35rem; padding-inline: 0 0.75rem; border-block-end: 1px solid var(--line);
  text-align: start; vertical-align: top; }
th { font-weight: 600; }
tr { break-inside: avoid; }
td:first-child { min-width: 7rem; }
.running { color: var(--soft); font-weight: 400; }
td h3 { margin: 0; font-size: 1rem; }
td h4 { margin: 0.5rem 0 0.15rem; font-size: 0.85rem; color: var(--soft); }
td ul { margin: 0; padding-inline-start: 1.25rem; }
.corrected { margin: 0.35rem 0; padding-inline-start: 0.6rem; border-inline-start: 4px solid var(--accent); }
figure { display: inline-block; margin-block: 0.5rem; margin-inline: 0 1rem; width: 16rem; vertical-align: top;
  break-inside: avoid; }
figure img { display: block; max-width: 100%; max-height: 16rem; border: 1px solid var(--line); }
figcaption { font-size: 0.8rem; }
nav { margin: 1rem 0; }
@page { margin: 16mm 14mm 18mm; @bottom-right { content: counter(page) ' / ' counter(pages); } }
@media (max-width: 40rem) { dl, dd dl { grid-template-columns: 1fr; } dd { margin-block-end: 0.4rem; } }
@media print { body { max-width: none; padding: 0; font-size: 9.5pt; } nav { display: none; }
  a { color: inherit; text-decoration: none; } }
`);

const STYLE_2 = new Html(styleOfForm2(STYLE.text));

/** A page of the report, without scripts. */
export const page = (title: string, content: Html, { info }: ReportOf): string => {
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${info.report === 2 ? STYLE_2 : STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
  return text;
};

/** A list of facts; those without a value are left out. */
export const facts = (list: readonly (readonly [name: string, value: Html | string])[]): Html =>
  markup`<dl>
${list.filter(([, value]) => value !== '').map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;

/** Who an event names: its email, or what else the principal has. */
export function person({ display_name, email, subject, issuer }: PrincipalInfo): Html | string {
  const name = display_name || email || subject;
  if (!name) return '';
  const more = [email, subject && issuer ? `${subject} of ${issuer}` : ''].filter((text) => text && text !== name);
  return more.length === 0 ? own(name) : markup`${own(name)} <span class="soft">${own(more.join(', '))}</span>`;
}

/** What the package shows, and what it does not show. */
export const limits = ({ info }: ReportOf, folder: '' | '../'): Html => markup`<section class="limits">
<p><strong>Shows</strong>, once an independent copy of the verifier has checked the package: each event is in the log of
the service as it is shown here, in this order, and none of its events up to the end of the log is missing.</p>
<p><strong>Does not show</strong> that what people recorded is true, that they are who the service says they are, or
what happened later. The service states names of places and types of files; the log does not cover them.</p>
<p><strong>A package cannot vouch for itself</strong>: who changes it can also change this text and
<a href="${folder}verify.html">verify.html</a>. Get the verifier from the release of the software, or from the page
<code>/verify/</code> of another deployment, and compare its SHA-256: <code>${info.verifier_sha256}</code></p>
</section>`;
