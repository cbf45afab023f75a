import { render } from 'preact';
import { keepFocus } from '../lib/keep-focus.ts';
import { replaceAddress } from '../lib/router.ts';
import { App } from './app.tsx';
import { assetIn } from './label.ts';
import { begin } from './person.ts';
import { keepSending } from './sender.ts';

// The service worker shows this page at the address of a label.
const scanned = assetIn(location.pathname);
if (scanned !== undefined) replaceAddress(`/field/#/assets/${scanned}`);

keepFocus();
const begun = begin();
render(<App begun={begun} />, document.getElementById('app')!);
void begun.then(keepSending);
void navigator.serviceWorker?.register('/field/worker.js', { scope: '/' });
