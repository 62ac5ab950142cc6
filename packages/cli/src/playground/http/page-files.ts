import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The ending of the files that the build compressed. */
const BROTLI = '.br';

/** A file of the page. */
export interface PageFile {
  readonly name: string;
  readonly content: Buffer;
  readonly compressed?: Buffer | undefined;
}

/** The page of a checkout that has not been built. */
const UNBUILT = { name: 'index.html', content: Buffer.from('<!doctype html><title>Playground</title>Build the page') };

/** The files of a folder by their URL paths. `index.html` is at `/`. */
export async function pageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return new Map([['/', UNBUILT]]);
  const names = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  const contents = new Map(await Promise.all(names.map(async (name) => [name, await readFile(name)] as const)));
  const files = [...contents].filter(([name]) => !name.endsWith(BROTLI));
  return new Map(
    files.map(([name, content]) => {
      const path = `/${relative(folder, name).split(sep).join('/')}`;
      return [path === '/index.html' ? '/' : path, { name, content, compressed: contents.get(name + BROTLI) }];
    }),
  );
}

/** Answers GET and HEAD. The browser asks for the file each time, because the next server may have another page. */
export function sendFile({ name, content, compressed }: PageFile, request: IncomingMessage, response: ServerResponse) {
  const isCompressed = compressed !== undefined && acceptsBrotli(request.headers['accept-encoding']);
  const bytes = isCompressed ? compressed : content;
  response.writeHead(200, {
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-length': bytes.length,
    ...(isCompressed && { 'content-encoding': 'br' }),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function acceptsBrotli(accepted = ''): boolean {
  return accepted.split(',').some((each) => /^\s*br\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/.test(each));
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'media-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** The security headers of every response. */
export const PAGE_HEADERS = {
  'content-security-policy': POLICY.join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;
