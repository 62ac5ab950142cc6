import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { RequestFault, requireMethod } from './api-routes.js';

/** The files of the page and their types, by URL path. */
const FILES: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/third-party.txt': ['third-party.txt', 'text/plain; charset=utf-8'],
};

/** The page of a checkout that has not been built. */
const UNBUILT = Buffer.from('<!doctype html><title>Playground</title><p>Build the page first');

/**
 * Answers GET and HEAD. The browser loads the file each time, because the next server may have another page.
 * @throws {RequestFault} for another path or method
 */
export async function sendFile(
  { folder, path }: { readonly folder: string; readonly path: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [name, type] = FILES[path] ?? [];
  if (name === undefined) throw new RequestFault(404, 'path', 'This path does not exist');
  requireMethod(request.method, ['GET', 'HEAD']);
  const read = (file: string) => readFile(join(folder, file)).catch(() => undefined);
  // The build compresses large files.
  const compressed = acceptsBrotli(request.headers['accept-encoding']) ? await read(`${name}.br`) : undefined;
  const bytes = compressed ?? (await read(name)) ?? UNBUILT;
  response.writeHead(200, {
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-type': type,
    'content-length': bytes.length,
    ...(compressed && { 'content-encoding': 'br' }),
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
