import { render } from 'preact';
import { App } from './app.tsx';
import { returned } from './lib/oidc.ts';

const finish = returned();
const root = document.getElementById('app')!;
// A window that was opened for signing in closes by itself, where the browser lets it.
if (finish === true) render(<p>You can close this window.</p>, root);
else render(<App finish={finish} />, root);
