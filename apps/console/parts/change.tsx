import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Form } from './form.tsx';

/** The section of a screen with the form that changes its record. `save` sends the form and reads the record again. */
export function Change({ save, children }: { save: () => Promise<void>; children: ComponentChildren }) {
  const [saved, setSaved] = useState('');
  const submit = async (): Promise<void> => {
    setSaved('');
    await save();
    setSaved('Saved.');
  };
  return (
    <section aria-labelledby="edit">
      <h2 id="edit">Change</h2>
      <Form label="Change" submit="Save" onSubmit={submit} extra={<span role="status">{saved}</span>}>
        {children}
      </Form>
    </section>
  );
}
