import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

// Serves a folder as GitHub Pages does.

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/**
 * Returns the file that an address leads to, if it exists.
 * @param {string} folder
 * @param {string} path
 */
export function fileOf(folder, path) {
  const file = join(folder, decodeURIComponent(path));
  const candidates = path.endsWith('/') ? [`${file}index.html`] : [file, `${file}.html`];
  return candidates.find((candidate) => extname(candidate) !== '' && existsSync(candidate));
}

/**
 * @param {string} folder
 * @param {string} base the path of the site
 */
export async function serve(folder, base) {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = fileOf(folder, pathname.replace(base, '/'));
    const extension = extname(file ?? '.html');
    const type = Object.entries(TYPES).find(([each]) => each === extension)?.[1] ?? 'application/octet-stream';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type });
    response.end(await readFile(file ?? join(folder, '404.html')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}${base}`, close: () => server.close() };
}
