import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Form } from './form.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { change: wording, common } = screenTexts;

/** The section of a screen with the form that changes its record. `save` sends the form and reads the record again. */
export function Change({ save, children }: { save: () => Promise<void>; children: ComponentChildren }) {
  const [saved, setSaved] = useState('');
  const submit = async (): Promise<void> => {
    setSaved('');
    await save();
    setSaved(common.saved);
  };
  return (
    <section aria-labelledby="edit">
      <h2 id="edit">{wording.title}</h2>
      <Form label={wording.title} submit={common.save} onSubmit={submit} extra={<span role="status">{saved}</span>}>
        {children}
      </Form>
    </section>
  );
}
