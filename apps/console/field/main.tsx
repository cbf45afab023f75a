import { render } from 'preact';
import { keepFocus } from '../lib/keep-focus.ts';
import { replaceAddress } from '../lib/router.ts';
import { preferredLanguage } from '../../site/language.ts';
import { App } from './app.tsx';
import { assetIn } from './label.ts';
import { speak } from './language.ts';
import { begin } from './person.ts';
import { keepSending } from './sender.ts';

// The service worker shows this page at the address of a label.
const scanned = assetIn(location.pathname);
if (scanned !== undefined) replaceAddress(`/field/#/assets/${scanned}`);

keepFocus();
const begun = begin();
void begun.then(keepSending);
await speak(preferredLanguage());
render(<App begun={begun} />, document.getElementById('app')!);
void navigator.serviceWorker?.register('/field/worker.js', { scope: '/' });
