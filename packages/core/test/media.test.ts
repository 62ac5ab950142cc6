import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  audio,
  embed,
  image,
  type ImageContent,
  type MediaSource,
  ResourceReader,
  type ResourceContents,
} from '@cuecard/core';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));
const base64 = (of: Uint8Array): string => Buffer.from(of).toString('base64');

const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const JPEG = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9]);
const GIF = bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0, 0x3b]);
const WEBP = bytes(
  'RIFF',
  [26, 0, 0, 0],
  'WEBPVP8L',
  [13, 0, 0, 0, 0x2f, 0, 0, 0, 0x10, 7, 0x10, 0x11, 0x11, 0x88, 0x88, 0xfe, 7, 0],
);
const WAV = bytes(
  'RIFF',
  [36, 0, 0, 0],
  'WAVEfmt ',
  [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0],
  'data',
  [0, 0, 0, 0],
);
const MP3 = bytes(
  [0xff, 0xfb, 0x90, 0x64],
  Array.from({ length: 413 }, () => 0),
);
const ID3 = bytes('ID3', [3, 0, 0, 0, 0, 0, 0], [...MP3]);
const OGG = bytes(
  'OggS',
  [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 30, 1],
  'vorbis',
  Array.from({ length: 24 }, () => 0),
);
const OPUS = bytes(
  'OggS',
  [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 19],
  'OpusHead',
  Array.from({ length: 12 }, () => 0),
);
const FLAC = bytes(
  'fLaC',
  [0x80, 0, 0, 34],
  Array.from({ length: 34 }, () => 0),
);
const MP4 = bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0], 'isommp42');
const M4A = bytes([0, 0, 0, 24], 'ftypM4A ', [0, 0, 2, 0], 'isommp42');
const APNG = bytes(
  [...PNG.subarray(0, 33)],
  [0, 0, 0, 8],
  'acTL',
  [0, 0, 0, 1, 0, 0, 0, 0, 0xb4, 0x2d, 0xe9, 0xa0],
  [...PNG.subarray(33)],
);
const SVG = bytes('<svg xmlns="http://www.w3.org/2000/svg"/>');
const XML_SVG = bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
const NOTHING_KNOWN = bytes([1, 2, 3, 0, 250, 251]);

const imageOf = (of: Uint8Array, mimeType: string) => ({ type: 'image', data: base64(of), mimeType });
const audioOf = (of: Uint8Array, mimeType: string) => ({ type: 'audio', data: base64(of), mimeType });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media '));
  await writeFile(join(folder, 'a [b].png'), PNG);
});
afterAll(() => rm(folder, { recursive: true }));

/** Streams the bytes in chunks, and counts the chunks that were read. */
function pieces(of: Uint8Array, size: number) {
  const read = { pieces: 0, isClosed: false };
  async function* stream(): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < of.length; at += size) {
        read.pieces += 1;
        yield of.subarray(at, at + size);
      }
    } finally {
      read.isClosed = true;
    }
  }
  return { read, stream: stream() };
}

/** The same bytes from every kind of source. */
const SOURCES: [string, () => MediaSource][] = [
  ['bytes', () => PNG],
  ['a Buffer', () => Buffer.from(PNG)],
  ['a view of a larger buffer', () => bytes([9, 9], [...PNG], [9]).subarray(2, 2 + PNG.length)],
  ['a Node stream', () => Readable.from([Buffer.from(PNG)])],
  ['a web stream', () => new Blob([PNG as Uint8Array<ArrayBuffer>]).stream() as unknown as AsyncIterable<Uint8Array>],
  ['a generator', () => pieces(PNG, 7).stream],
  ['a path', () => ({ path: join(folder, 'a [b].png') })],
  ['a file: URL', () => pathToFileURL(join(folder, 'a [b].png'))],
  ['a data: URL', () => new URL(`data:image/png;base64,${base64(PNG)}`)],
  [
    'a percent-encoded data: URL',
    () => new URL(`data:,${[...PNG].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`),
  ],
  ['base64', () => ({ base64: base64(PNG) })],
  ['a result of a reader', () => ({ uri: 'a:b', mimeType: 'image/png', blob: base64(PNG) })],
  ['a result of a reader without a type', () => ({ uri: 'a:b', blob: base64(PNG) })],
  [
    'a result of a reader with a generic type',
    () => ({ uri: 'a:b', mimeType: 'application/octet-stream', blob: base64(PNG) }),
  ],
];

describe('image(source)', () => {
  test.each(SOURCES)('reads %s', async (_, source) => {
    expect(await image(source())).toEqual(imageOf(PNG, 'image/png'));
  });

  test.each(SOURCES)('accepts %s only up to maxBytes', async (_, source) => {
    const problem = new RangeError(`There are more than ${PNG.length - 1} bytes. Pass fewer bytes, or raise maxBytes.`);
    await expect(image(source(), { maxBytes: PNG.length - 1 })).rejects.toThrow(problem);
    await expect(image(source(), { maxBytes: 0 })).rejects.toThrow(RangeError);
    expect((await image(source(), { maxBytes: PNG.length })).data).toBe(base64(PNG));
    expect((await image(source(), { maxBytes: Infinity })).data).toBe(base64(PNG));
  });
});

describe('maxBytes', () => {
  test('defaults to 8 MiB', async () => {
    const large = new Uint8Array(8_388_609);
    large.set(PNG);
    expect((await image(large.subarray(0, 8_388_608))).data).toHaveLength(11_184_812);
    await expect(image(large)).rejects.toThrow('more than 8388608 bytes');
    await expect(image({ base64: base64(large) })).rejects.toThrow('more than 8388608 bytes');
  });

  test('closes a stream that exceeds maxBytes', async () => {
    const { read, stream } = pieces(new Uint8Array(1_000_000), 1_000);
    await expect(image(stream, { maxBytes: 2_500 })).rejects.toThrow(RangeError);
    expect(read).toEqual({ pieces: 3, isClosed: true });
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(1_000));
      },
    });
    await expect(image(endless, { maxBytes: 5_000 })).rejects.toThrow(RangeError);
    expect(endless.destroyed).toBe(true);
  });
});

describe('image with a stream', () => {
  test('rejects with the error of a stream', async () => {
    const stream = new Readable({
      read() {
        this.destroy(new Error('broken'));
      },
    });
    await expect(image(stream)).rejects.toThrow('broken');
  });

  test('rejects a stream of strings', async () => {
    const stream = Readable.from(['not', 'bytes']);
    await expect(image(stream)).rejects.toThrow(
      new TypeError('The stream does not yield bytes. Pass a stream without an encoding.'),
    );
  });
});

describe('image with an invalid source', () => {
  test.each([
    ['a missing file', () => ({ path: join(folder, 'none.png') }), /^ENOENT/],
    ['a file: URL of a missing file', () => pathToFileURL(join(folder, 'none.png')), /^ENOENT/],
    ['a folder', () => ({ path: folder }), /^EISDIR/],
  ])('rejects %s', async (_, source, problem) => {
    await expect(image(source())).rejects.toThrow(problem);
  });

  test.each(['http:', 'https:', 'ftp:', 'blob:'])(
    'rejects a URL with the scheme %s and suggests a ResourceReader',
    async (protocol) => {
      const remedy =
        'cannot be read directly. Use a ResourceReader, which checks access: image(await reader.read(uri)).';
      await expect(image(new URL(`${protocol}//a.example/b.png`))).rejects.toThrow(
        new TypeError(`A URL that begins with ${protocol} ${remedy}`),
      );
    },
  );

  test.each([['AAAAA'], ['AB=A'], ['A*=='], ['_-8='], ['😀😀']])('rejects invalid base64: %s', async (wrong) => {
    const message = 'The base64 string is invalid.';
    await expect(image({ base64: wrong })).rejects.toMatchObject({ name: 'TypeError', message });
    const blob = { uri: 'a:b', blob: wrong };
    await expect(image(blob)).rejects.toMatchObject({ name: 'TypeError', message });
  });

  test.each(['data:image/png', 'data:image/png;base64,A*=='])('rejects an invalid data: URL: %s', async (url) => {
    await expect(image(new URL(url))).rejects.toMatchObject({
      name: 'TypeError',
      message: 'The data: URL is invalid.',
    });
  });

  test.each([['a.png'], [undefined], [null], [5], [{}], [new ArrayBuffer(8)]])(
    'rejects a source that is %p',
    async (source) => {
      const message =
        'The source of the bytes is invalid. Use a Uint8Array, a stream, a URL, { path }, { base64 } or contents from a ResourceReader.';
      await expect(image(source as never)).rejects.toMatchObject({ name: 'TypeError', message });
    },
  );
});

describe('image and audio', () => {
  test.each<[string, Uint8Array, string]>([
    ['png', PNG, 'image/png'],
    ['animated png', APNG, 'image/png'],
    ['jpeg', JPEG, 'image/jpeg'],
    ['gif', GIF, 'image/gif'],
    ['webp', WEBP, 'image/webp'],
  ])('detects the type of an image: %s', async (_, of, mimeType) => {
    expect(await image(of)).toEqual(imageOf(of, mimeType));
    expect(await image(of, { mimeType: mimeType.toUpperCase() })).toEqual(imageOf(of, mimeType));
    await expect(audio(of)).rejects.toThrow(new TypeError(`The bytes are ${mimeType}, which is not audio/*.`));
  });

  test.each<[string, Uint8Array, string]>([
    ['wav', WAV, 'audio/wav'],
    ['mp3', MP3, 'audio/mpeg'],
    ['mp3 with a tag', ID3, 'audio/mpeg'],
    ['ogg', OGG, 'audio/ogg'],
    ['opus', OPUS, 'audio/ogg'],
    ['flac', FLAC, 'audio/flac'],
    ['m4a', M4A, 'audio/mp4'],
  ])('detects the type of audio: %s', async (_, of, mimeType) => {
    expect(await audio(of)).toEqual(audioOf(of, mimeType));
    expect(await audio(of, { mimeType: `${mimeType}; codecs="x"` })).toEqual(audioOf(of, mimeType));
    await expect(image(of)).rejects.toThrow(new TypeError(`The bytes are ${mimeType}, which is not image/*.`));
  });

  test.each<[string, Uint8Array, string]>([
    ['audio/mp3', MP3, 'audio/mpeg'],
    ['audio/x-wav', WAV, 'audio/wav'],
    ['audio/wave', WAV, 'audio/wav'],
    ['audio/vnd.wave', WAV, 'audio/wav'],
    ['audio/x-flac', FLAC, 'audio/flac'],
    ['audio/opus', OPUS, 'audio/ogg'],
    ['audio/x-m4a', M4A, 'audio/mp4'],
    ['audio/mp4', MP4, 'audio/mp4'],
  ])('accepts alternative names of an audio type: %s', async (mimeType, of, usual) => {
    expect(await audio(of, { mimeType })).toEqual(audioOf(of, usual));
  });

  test('accepts alternative names of an image type', async () => {
    expect(await image(JPEG, { mimeType: 'image/jpg' })).toMatchObject({ mimeType: 'image/jpeg' });
    expect(await image(APNG, { mimeType: 'image/apng' })).toMatchObject({ mimeType: 'image/png' });
  });
});

describe('mimeType option', () => {
  const remedy = 'Correct mimeType, or omit it.';

  test('is rejected if the bytes show another type', async () => {
    await expect(image(PNG, { mimeType: 'image/jpeg' })).rejects.toThrow(
      new TypeError(`The bytes are image/png, not image/jpeg. ${remedy}`),
    );
    await expect(image({ uri: 'a:b', mimeType: 'image/gif', blob: base64(PNG) })).rejects.toThrow(
      'The bytes are image/png, not image/gif.',
    );
    await expect(image(new URL(`data:image/gif;base64,${base64(PNG)}`))).rejects.toThrow(
      'The bytes are image/png, not image/gif.',
    );
    await expect(image(MP4, { mimeType: 'image/mp4' })).rejects.toThrow('The bytes are video/mp4, not image/mp4.');
    await expect(audio(MP4)).rejects.toThrow('The bytes are video/mp4, which is not audio/*.');
  });

  test('is rejected if the bytes lack the signature of the type', async () => {
    for (const mimeType of ['image/png', 'image/jpg', 'image/webp'])
      await expect(image(NOTHING_KNOWN, { mimeType })).rejects.toThrow(
        /^The bytes are of an unknown type, not image\//,
      );
    for (const mimeType of ['audio/mp3', 'audio/x-m4a', 'audio/mp4', 'audio/ogg'])
      await expect(audio(NOTHING_KNOWN, { mimeType })).rejects.toThrow(
        /^The bytes are of an unknown type, not audio\//,
      );
  });

  test('is accepted if the type has no signature', async () => {
    expect(await image(SVG, { mimeType: 'image/svg+xml' })).toEqual(imageOf(SVG, 'image/svg+xml'));
    expect(await image(XML_SVG, { mimeType: 'image/svg+xml' })).toMatchObject({ mimeType: 'image/svg+xml' });
    expect(await image(new URL('data:image/svg+xml;utf8,%3Csvg/%3E'))).toMatchObject({ mimeType: 'image/svg+xml' });
    expect(await audio(NOTHING_KNOWN, { mimeType: 'audio/L16; rate=8000' })).toMatchObject({ mimeType: 'audio/l16' });
  });

  test('overrides the type of the source', async () => {
    expect(await image({ uri: 'a:b', mimeType: 'text/plain', text: '<svg/>' }, { mimeType: 'image/svg+xml' })).toEqual(
      imageOf(bytes('<svg/>'), 'image/svg+xml'),
    );
  });

  test('is required if the bytes do not identify the type', async () => {
    const message = 'The MIME type of the bytes is unknown. Set mimeType.';
    for (const of of [NOTHING_KNOWN, SVG, XML_SVG, new Uint8Array()])
      await expect(image(of)).rejects.toMatchObject({ name: 'TypeError', message });
    await expect(image(NOTHING_KNOWN, { mimeType: 'application/octet-stream' })).rejects.toThrow(
      new TypeError(message),
    );
  });

  test.each(['constructor', '__proto__', 'toString', ''])(
    'is rejected if it is empty or the name of an Object.prototype property: %j',
    async (mimeType) => {
      await expect(image(NOTHING_KNOWN, { mimeType })).rejects.toThrow(TypeError);
    },
  );
});

describe('image, audio and embed', () => {
  test('accepts results of a ResourceReader and keeps annotations and _meta', async () => {
    class Pictures extends ResourceReader {
      async read(uri: string): Promise<ResourceContents> {
        return uri.endsWith('svg')
          ? { uri, mimeType: 'image/svg+xml', text: '<svg/>' }
          : { uri, mimeType: 'image/png', blob: base64(PNG) };
      }
    }
    const reader: ResourceReader = new Pictures();
    const rest = { annotations: { priority: 0.5, audience: ['user' as const] }, _meta: { a: 1 } };
    expect(await image(await reader.read('a:png'), rest)).toEqual({
      type: 'image',
      data: base64(PNG),
      mimeType: 'image/png',
      ...rest,
    });
    expect(await image(await reader.read('a:svg'))).toEqual(imageOf(bytes('<svg/>'), 'image/svg+xml'));
    expect(await audio(WAV, rest)).toEqual({ type: 'audio', data: base64(WAV), mimeType: 'audio/wav', ...rest });
    expect(embed(await reader.read('a:svg'), rest)).toEqual({
      type: 'resource',
      resource: { uri: 'a:svg', mimeType: 'image/svg+xml', text: '<svg/>' },
      ...rest,
    });
  });
});

describe('embed', () => {
  const uri = 'a:b';

  const xml = Buffer.from(XML_SVG).toString();

  test.each<[string, MediaSource, [mimeType: string, declared?: string], string | Uint8Array]>([
    ['text', bytes('hi \xc3\xa9'), ['text/plain'], 'hi é'],
    ['text of a type', bytes('# hi'), ['text/markdown', 'text/markdown'], '# hi'],
    ['text without its byte order mark', bytes([0xef, 0xbb, 0xbf], 'hi'), ['text/plain'], 'hi'],
    ['no bytes', new Uint8Array(), ['text/plain'], ''],
    ['XML of no declared type', XML_SVG, ['text/plain'], xml],
    ['text/xml', XML_SVG, ['text/xml', 'text/xml'], xml],
    ['XML without a declaration', bytes('<a/>'), ['application/xml', 'application/xml'], '<a/>'],
    ['text that starts like a bitmap', bytes('BMW is a car'), ['text/plain'], 'BMW is a car'],
    ['text that starts like a GIF', bytes('GIF is an image'), ['text/markdown', 'text/markdown'], 'GIF is an image'],
    ['text that starts like audio', { base64: base64(bytes('ID3 tags')) }, ['text/plain'], 'ID3 tags'],
    ['text of a data: URL', new URL('data:text/css;charset=utf-8,a%7B%7D'), ['text/css'], 'a{}'],
    ['text of a reader', { uri: 'c:d', mimeType: 'text/html', text: '<p>' }, ['text/html'], '<p>'],
    ['bytes of a reader', { uri: 'c:d', blob: base64(PNG) }, ['image/png'], PNG],
    ['an image', PNG, ['image/png', 'image/png'], PNG],
    ['unknown bytes', NOTHING_KNOWN, ['application/octet-stream'], NOTHING_KNOWN],
    ['declared bytes', NOTHING_KNOWN, ['application/octet-stream', 'application/octet-stream'], NOTHING_KNOWN],
    ['bytes of a custom type', NOTHING_KNOWN, ['application/x-own', 'application/x-own'], NOTHING_KNOWN],
    ['text with NUL', bytes('a\0b'), ['application/octet-stream'], bytes('a\0b')],
  ])('returns the type and contents of %s', async (_, source, [mimeType, declared], contents) => {
    const options = { uri, ...(declared !== undefined && { mimeType: declared }), _meta: { a: 1 } };
    expect(await embed(source, options)).toEqual({
      type: 'resource',
      resource: { uri, mimeType, ...(typeof contents === 'string' ? { text: contents } : { blob: base64(contents) }) },
      _meta: { a: 1 },
    });
  });

  test('rejects a wrong mimeType, and contents larger than maxBytes', async () => {
    await expect(embed(PNG, { uri, mimeType: 'image/gif' })).rejects.toThrow('The bytes are image/png, not image/gif.');
    await expect(embed(bytes('hi'), { uri, mimeType: 'image/gif' })).rejects.toThrow(
      'The bytes are text, not image/gif.',
    );
    await expect(embed(bytes('hi'), { uri, maxBytes: 1 })).rejects.toThrow(RangeError);
    await expect(embed({ uri: 'c:d', text: 'éé' }, { uri, maxBytes: 3 })).rejects.toThrow(RangeError);
    await expect(embed(undefined as never, { uri })).rejects.toThrow('The source of the bytes is invalid');
  });
});

describe('image with random bytes', () => {
  test('returns an image or throws a TypeError for any bytes', async () => {
    const starts = [
      PNG,
      JPEG,
      GIF,
      WEBP,
      WAV,
      MP3,
      ID3,
      OGG,
      FLAC,
      MP4,
      M4A,
      APNG,
      XML_SVG,
      bytes('PK\x03\x04'),
      bytes('II*\0'),
      bytes([0x1a, 0x45, 0xdf, 0xa3]),
      bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9]),
    ];
    const start = fc.tuple(fc.constantFrom(...starts), fc.nat(48)).map(([whole, length]) => whole.subarray(0, length));
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 64 }), async (known, random) => {
        const of = bytes([...known], [...random]);
        const found = await image(of).catch((error: unknown) => error);
        const isImage = 'mimeType' in (found as object) && /^image\/[a-z.+-]+/.test((found as ImageContent).mimeType);
        expect(isImage || found instanceof TypeError).toBe(true);
      }),
      { numRuns: runs(6_000) },
    );
  });
});
