import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Compressed on the way, these become no smaller. */
const PACKED: ReadonlySet<string> = new Set(['.ico', '.png', '.woff2']);

/** Fast rather than small: the first visitor waits for it. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODERS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, FAST),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** A file of the page, ready to be sent. */
export class PageFile {
  readonly #bytes: Buffer;
  readonly #type: string;
  readonly #tag: string;
  readonly #isPacked: boolean;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(name: string, bytes: Buffer) {
    const ending = extname(name);
    this.#bytes = bytes;
    this.#type = TYPES[ending] ?? 'application/octet-stream';
    this.#tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    this.#isPacked = PACKED.has(ending);
  }

  /** Answers GET and HEAD. */
  async answer({ method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const encoding = this.#isPacked ? undefined : encodingIn(headers['accept-encoding']);
    const tag = `"${this.#tag}${encoding === undefined ? '' : `-${encoding}`}"`;
    const common = { etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
    if (isKnown(tag, headers['if-none-match'])) return void response.writeHead(304, common).end();
    const bytes = encoding === undefined ? this.#bytes : await this.#in(encoding);
    response.writeHead(200, {
      ...common,
      'content-type': this.#type,
      'content-length': bytes.length,
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    });
    response.end(method === 'HEAD' ? undefined : bytes);
  }

  #in(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding) ?? ENCODERS[encoding](this.#bytes);
    this.#encoded.set(encoding, known);
    return known;
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
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (file) => {
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    return [path === '/index.html' ? '/' : path, new PageFile(file, await readFile(file))] as const;
  });
  return new Map(await Promise.all(read));
}

function encodingIn(accepted = ''): Encoding | undefined {
  const names = accepted.split(',').flatMap((each) => {
    const [name = '', quality = ''] = each.trim().split(/ *; */);
    return /^q=0(\.0*)?$/.test(quality) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((each) => names.includes(each));
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
