import { render } from 'preact';
import { App } from './app.tsx';
import { speak } from './language.ts';
import { follow, restore } from './lib/enter.ts';
import { keepFocus } from './lib/keep-focus.ts';
import { returned, returnToField } from './lib/oidc.ts';
import { session } from './lib/session.ts';
import { screenTexts } from './screens/texts/texts.ts';

const finish = returned();
const root = document.getElementById('app')!;
await speak();
// A window that was opened for the sign-in closes itself, if the browser allows it.
if (finish === true) {
  render(<p>{screenTexts.frame.closeWindow}</p>, root);
} else {
  follow();
  keepFocus();
  session.follow((now) => now?.established && returnToField());
  if (!finish) void restore();
  render(<App finish={finish} />, root);
}
