import { useEffect, useState } from 'preact/hooks';
import { formatMicros, parseTimestamp } from '../../../src/lib/time.ts';
import { fromInput, zone } from '../../site/time.ts';
import { api, rejected, type Schemas } from '../lib/api.ts';
import { isFuture } from '../lib/past.ts';
import { go } from '../lib/router.ts';
import { sizeOf } from '../lib/words.ts';
import { Field, Form } from './form.tsx';
import { save } from './list.tsx';

/** What the browser loads only for people who want a package. */
const MODULE = '/console/package.js';
const NAME = 'Auditor’s package';

/** The packages that are saved once their exports are finished, with the time whose state they show. */
const wanted = new Map<string, string | null>();

/** The time that a person has entered, for the report; null: none. Throws what is wrong with it. */
function asOfIn(value: string): string | null {
  if (value === '') return null;
  const at = fromInput(value);
  if (at === '') throw rejected([{ field: 'as_of', description: 'is not a date and time' }]);
  if (isFuture(at)) throw rejected([{ field: 'as_of', description: 'has not come yet' }]);
  return formatMicros(parseTimestamp(at)!.lastUs);
}

function AsOfField({ value, onInput }: { value: string; onInput: (value: string) => void }) {
  return (
    <Field
      label="State of all assets at (optional)"
      name="as_of"
      type="datetime-local"
      value={value}
      onInput={onInput}
      hint={`In your time zone, ${zone()}. Empty: the state now. The proofs are always those of all events.`}
    />
  );
}

/** Starts an export with all files, whose package is saved when it is finished. */
export function NewPackage() {
  const [at, setAt] = useState('');
  return (
    <section aria-labelledby="package">
      <h2 id="package">{NAME}</h2>
      <p>
        One ZIP file for somebody without an account: a printable report of each asset, tables, all files, the proofs,
        and a page that checks them without a network.
      </p>
      <Form
        label={NAME}
        submit="Make the package"
        onSubmit={async () => {
          const asOf = asOfIn(at);
          const { identity } = await api.post('/v1/exports', { body: { blobs: true, display_name: NAME } });
          wanted.set(identity, asOf);
          go(identity);
        }}
      >
        <AsOfField value={at} onInput={setAt} />
      </Form>
    </section>
  );
}

/** Makes the package of a finished export, and saves it. */
export function SavePackage({ of, addressOf }: { of: Schemas['Export']; addressOf: (name: string) => string }) {
  const [at, setAt] = useState('');
  const [state, setState] = useState('');
  const [error, setError] = useState('');
  const make = async (asOf: string | null): Promise<void> => {
    setError('');
    setState('The browser makes the package…');
    try {
      const { makePackage } = (await import(MODULE)) as typeof import('../package.ts');
      const options = { name: of.display_name, asOf, manifestSha256: of.manifest_sha256 };
      const blob = await makePackage(options, addressOf, (bytes) => setState(`${sizeOf(bytes)} so far…`));
      const file = `auditors-package-${of.created_at.slice(0, 10)}.zip`;
      save(blob, file);
      setState(`Saved ${file}, ${sizeOf(blob.size)}.`);
    } catch (thrown) {
      setState('');
      setError((thrown as Error).message);
    }
  };
  useEffect(() => {
    if (!wanted.has(of.identity)) return;
    const asOf = wanted.get(of.identity)!;
    wanted.delete(of.identity);
    void make(asOf);
  }, []);
  return (
    <section aria-labelledby="package">
      <h2 id="package">{NAME}</h2>
      <p role="status">{state}</p>
      {error !== '' && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
      <Form label={NAME} submit="Save the package" onSubmit={async () => make(asOfIn(at))}>
        <AsOfField value={at} onInput={setAt} />
      </Form>
      <p class="note">
        The ZIP file can be checked with verify.html, which is in it. A package cannot vouch for itself: its receiver
        should take <a href="/static/verify.htm">verify.html</a> from somebody else, and the key of your log from you.
      </p>
    </section>
  );
}
