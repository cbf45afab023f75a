import { useState, type StateUpdater } from 'preact/hooks';
import type { Schemas } from '../lib/api.ts';
import { Copy } from './act.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './form.tsx';
import { Moment } from './moment.tsx';
import { QrCode } from './qr.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { signInLink: wording } = rareTexts;
const { common } = screenTexts;

type SignInLink = Schemas['SignInLink'];

/** A link that signs in once, as a QR code to scan and as text to send. */
export function LinkToShow({
  of: { url, expires_at },
  label,
  note = wording.note,
}: {
  of: SignInLink;
  label: string;
  note?: string | undefined;
}) {
  return (
    <div class="sign-in-link">
      <QrCode address={url} label={wording.codeOf(label)} />
      <div>
        <Copy label={label} value={url} />
        <p class="note">{wording.once(<Moment at={expires_at} />, note)}</p>
      </div>
    </div>
  );
}

/** A button that makes a link and shows it in a dialog. */
export function ShowLink(of: {
  button: string;
  what?: string;
  title: string;
  label: string;
  note?: string;
  make: () => Promise<SignInLink>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={of.what ? `${of.button} ${of.what}` : undefined}
        onClick={() => setOpen(true)}
      >
        {of.button}
      </button>
      {open && (
        <Dialog title={of.title} onClose={() => setOpen(false)}>
          <MadeLink {...of} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

type Made = { link?: SignInLink; error?: Error; busy?: boolean };

async function making(make: () => Promise<SignInLink>, set: (value: StateUpdater<Made>) => void): Promise<void> {
  set({ busy: true });
  try {
    set({ link: await make() });
  } catch (error) {
    set({ error: error as Error });
  }
}

function MadeLink(of: { label: string; note?: string; make: () => Promise<SignInLink>; onClose: () => void }) {
  const [made, setMade] = useState<Made>({});
  return (
    <>
      {made.link ? <LinkToShow of={made.link} label={of.label} note={of.note} /> : <p>{wording.made}</p>}
      {made.error && <Problem error={made.error} />}
      <p class="actions">
        {!made.link && (
          <button type="button" aria-disabled={made.busy} onClick={() => void making(of.make, setMade)}>
            {made.busy ? texts.action.wait : wording.make}
          </button>
        )}
        <button type="button" class="quiet" onClick={of.onClose}>
          {common.close}
        </button>
      </p>
    </>
  );
}
