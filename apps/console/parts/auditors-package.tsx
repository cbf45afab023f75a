import { useEffect, useState } from 'preact/hooks';
import { formatMicros, parseTimestamp } from '../../../src/lib/time.ts';
import { fromInput, zone } from '../../site/time.ts';
import { api, rejected, type Schemas } from '../lib/api.ts';
import { isFuture } from '../lib/past.ts';
import { go } from '../lib/router.ts';
import { sizeOf } from '../lib/words.ts';
import { Field, Form } from './form.tsx';
import { save } from './list.tsx';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { auditorsPackage: wording } = rareTexts;

/** What the browser loads only for people who want a package. */
const MODULE = '/console/package.js';

/** The packages that are saved once their exports are finished, with the time whose state they show. */
const wanted = new Map<string, string | null>();

/** The time that a person has entered, for the report; null: none. Throws what is wrong with it. */
function asOfIn(value: string): string | null {
  if (value === '') return null;
  const at = fromInput(value);
  if (at === '') throw rejected([{ field: 'as_of', description: wording.notADate }]);
  if (isFuture(at)) throw rejected([{ field: 'as_of', description: wording.future }]);
  return formatMicros(parseTimestamp(at)!.lastUs);
}

function AsOfField({ value, onInput }: { value: string; onInput: (value: string) => void }) {
  return (
    <Field
      label={wording.stateAt}
      name="as_of"
      type="datetime-local"
      value={value}
      onInput={onInput}
      hint={wording.stateHint(zone())}
    />
  );
}

/** Starts an export with all files, whose package is saved when it is finished. */
export function NewPackage() {
  const [at, setAt] = useState('');
  return (
    <section aria-labelledby="package">
      <h2 id="package">{wording.name}</h2>
      <p>{wording.lead}</p>
      <Form
        label={wording.name}
        submit={wording.make}
        onSubmit={async () => {
          const asOf = asOfIn(at);
          const { identity } = await api.post('/v1/exports', { body: { blobs: true, display_name: wording.name } });
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
    setState(wording.making);
    try {
      const { makePackage } = (await import(MODULE)) as typeof import('../package.ts');
      const options = { name: of.display_name, asOf, manifestSha256: of.manifest_sha256 };
      const blob = await makePackage(options, addressOf, (bytes) => setState(wording.progress(sizeOf(bytes))));
      const file = `auditors-package-${of.created_at.slice(0, 10)}.zip`;
      save(blob, file);
      setState(wording.saved(file, sizeOf(blob.size)));
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
      <h2 id="package">{wording.name}</h2>
      <p role="status">{state}</p>
      {error !== '' && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
      <Form label={wording.name} submit={wording.save} onSubmit={async () => make(asOfIn(at))}>
        <AsOfField value={at} onInput={setAt} />
      </Form>
      <p class="note">{wording.checks(<a href="/static/verify.htm">verify.html</a>)}</p>
    </section>
  );
}
