import type { Exchange } from '../edge/exchange.js';
import type { Document } from '../jsonrpc/answer.js';
import type { ServerDescription } from '../shared/server-identity.js';

/** The page for users who open the endpoint in a browser. */
export class WelcomePage {
  readonly #html: string;

  constructor({ serverInfo }: ServerDescription) {
    const { name, version, title = name, description, websiteUrl, icons = [] } = serverInfo;
    const links = icons.map(({ src }) => `<link rel="icon" href="${escapeHtml(src)}">`).join('');
    const picture = icons[0] && `<img src="${escapeHtml(icons[0].src)}" alt="" width="48" height="48">`;
    const about = description === undefined ? '' : `<p>${escapeHtml(description)}</p>`;
    const more =
      websiteUrl === undefined ? '' : `<p><a href="${escapeHtml(websiteUrl)}">${escapeHtml(websiteUrl)}</a></p>`;
    this.#html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${links}${STYLE}</head>
<body>${picture ?? ''}<h1>${escapeHtml(title)} <small>${escapeHtml(version)}</small></h1>${about}
<p>This is an endpoint of the Model Context Protocol. Add its address to an MCP client to use it.</p>${more}</body></html>
`;
  }

  /** Answers a browser; returns `undefined` for other clients. */
  answer({ method, head: { accept, sessionId } }: Exchange): Document | undefined {
    const isBrowser = method === 'GET' && sessionId === undefined && accept?.includes('text/html') === true;
    return isBrowser && !accept.includes('text/event-stream')
      ? { status: 200, text: this.#html, headers: HEADERS }
      : undefined;
  }
}

const STYLE =
  '<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}small{font-weight:normal;opacity:.7}</style>';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; img-src https: data:; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
