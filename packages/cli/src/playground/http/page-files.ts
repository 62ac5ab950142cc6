import { createHash } from 'node:crypto';
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

/** A file of the page, ready to be sent. */
export class PageFile {
  readonly #type: string;
  readonly #plain: Buffer;
  readonly #compressed: Buffer | undefined;

  constructor(name: string, plain: Buffer, compressed?: Buffer) {
    this.#type = TYPES[extname(name)] ?? 'application/octet-stream';
    this.#plain = plain;
    this.#compressed = compressed;
  }

  /** Answers GET and HEAD. */
  answer({ method, headers }: IncomingMessage, response: ServerResponse): void {
    const compressed = acceptsBrotli(headers['accept-encoding']) ? this.#compressed : undefined;
    const bytes = compressed ?? this.#plain;
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const common = { etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
    if (isKnown(tag, headers['if-none-match'])) return void response.writeHead(304, common).end();
    response.writeHead(200, {
      ...common,
      'content-type': this.#type,
      'content-length': bytes.length,
      ...(compressed && { 'content-encoding': 'br' }),
    });
    response.end(method === 'HEAD' ? undefined : bytes);
  }
}

/** The page of a checkout that has not been built. */
const UNBUILT = new PageFile(
  'unbuilt.html',
  Buffer.from('<!doctype html><title>Playground</title><p>Build the page first'),
);

/** The files of a folder by their URL paths. `index.html` is at `/`. */
export async function pageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return new Map([['/', UNBUILT]]);
  const names = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  const read = names.map(async (name) => [name, await readFile(name)] as const);
  const bytes = new Map(await Promise.all(read));
  const plain = [...bytes].filter(([name]) => !name.endsWith(BROTLI));
  return new Map(
    plain.map(([name, content]) => {
      const path = `/${relative(folder, name).split(sep).join('/')}`;
      return [path === '/index.html' ? '/' : path, new PageFile(name, content, bytes.get(name + BROTLI))];
    }),
  );
}

function acceptsBrotli(accepted = ''): boolean {
  return accepted.split(',').some((each) => /^\s*br\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/.test(each));
}

function isKnown(tag: string, header = ''): boolean {
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
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
