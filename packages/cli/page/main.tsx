import { render } from 'preact';
import { Api } from './server/api.js';
import { takeToken } from './server/token.js';
import { App } from './shell/app.js';
import { applyTheme, keptTheme } from './shell/theme.js';
import { Page, providePage } from './state/page.js';

const token = takeToken();
const page = new Page(new Api(() => token));
const root = document.getElementById('page');
applyTheme(keptTheme());
if (root !== null) {
  root.replaceChildren();
  providePage(page);
  render(<App hasToken={token !== undefined} />, root);
  page.start();
}
