import {
  type Annotations,
  Prompt,
  type LimitOptions,
  type PromptOutput,
  InternalError,
  Runtime,
  text,
  user,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { processorMs } from '../../../build/jest/processor-time.ts';
import * as fc from 'fast-check';
import { anyCharacter, webUri } from './support/characters.ts';
import { runs, size } from '../../../build/jest/runs.ts';
import { tokens } from './support/tokens.ts';

function returning(output: () => unknown, limits?: LimitOptions) {
  @Prompt()
  class Say {
    render = () => output() as PromptOutput;
  }
  const log: string[] = [];
  const logger = { warn: (message: string) => log.push(message), error: (message: string) => log.push(message) };
  const runtime = new Runtime({ prompts: [Say], logger, ...(limits && { limits }) });
  return { log, get: () => runtime.prompts.get({ name: 'say' }) };
}

/** Returns the problem of an output as it is logged, or `undefined` if the output is valid. */
async function problemOf(output: unknown, limits?: LimitOptions): Promise<string | undefined> {
  const { get, log } = returning(() => output, limits);
  const error = await get().then(
    () => undefined,
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof InternalError)) return undefined;
  expect({ message: error.message, log }).toEqual({
    message: 'Internal error',
    log: [`Prompt "say" ${error.problem} [${error.id}]`],
  });
  return error.problem;
}
const resultOf = (output: unknown) => returning(() => output).get();
const said = (value: string) => ({ role: 'user', content: { type: 'text', text: value } });

describe('limits.messages', () => {
  const tooMany = (max: number) => `returned more than ${max} messages, which exceeds \`limits.messages\``;

  test('defaults to 1,000 and applies the configured value', async () => {
    const many = (length: number) => Array.from({ length }, () => 'a');
    expect(await problemOf(many(1_000))).toBeUndefined();
    expect(await problemOf(many(1_001))).toBe(tooMany(1_000));
    expect(await problemOf(many(3), { messages: 3 })).toBeUndefined();
    expect(await problemOf(many(4), { messages: 3 })).toBe(tooMany(3));
  });

  test('counts nested messages and messages of full results', async () => {
    expect(await problemOf([['a', ['b']], [[[user('c')]]]], { messages: 3 })).toBeUndefined();
    expect(await problemOf([['a', ['b']], [[[user('c')]]]], { messages: 2 })).toBe(tooMany(2));
    expect(await problemOf({ messages: [user('a'), user('b')] }, { messages: 1 })).toBe(tooMany(1));
  });
});

describe('limits.answerBytes', () => {
  const tooLarge = (max: number) => `returned more than ${max} bytes, which exceeds \`limits.answerBytes\``;
  /** The bytes of a message without text. */
  const around = 'usertext'.length;

  test.each([
    ['of one byte', 'a', 1],
    ['of two bytes', 'é', 2],
    ['of three bytes', '葛', 3],
    ['of four bytes', '😀', 4],
    ['that are lone surrogates', '\uD800', 3],
  ])('counts UTF-8 bytes of characters %s', async (_, character, bytes) => {
    const max = around + 100 * bytes;
    expect(await problemOf(character.repeat(100), { answerBytes: max })).toBeUndefined();
    expect(await problemOf(character.repeat(100), { answerBytes: max - 1 })).toBe(tooLarge(max - 1));
  });

  test('counts encoded base64 and _meta', async () => {
    const image = user({ type: 'image', data: 'AAAA', mimeType: 'image/png' });
    const max = 'userimageAAAAimage/png'.length;
    expect(await problemOf(image, { answerBytes: max })).toBeUndefined();
    expect(await problemOf(image, { answerBytes: max - 1 })).toBe(tooLarge(max - 1));
    const meta = { messages: [], _meta: { a: { b: ['éé', 1, true, null] } } };
    expect(await problemOf(meta, { answerBytes: 4 })).toBeUndefined();
    expect(await problemOf(meta, { answerBytes: 3 })).toBe(tooLarge(3));
  });

  test('applies to all messages together', async () => {
    const messages = ['a'.repeat(10), 'é'.repeat(10), '葛'.repeat(10)];
    const max = 3 * around + 60;
    expect(await problemOf(messages, { answerBytes: max })).toBeUndefined();
    expect(await problemOf(messages, { answerBytes: max - 1 })).toBe(tooLarge(max - 1));
  });

  test('defaults to 16 MiB', async () => {
    expect(await problemOf('a'.repeat(16_777_216 - around))).toBeUndefined();
    expect(await problemOf('a'.repeat(16_777_217 - around))).toBe(tooLarge(16_777_216));
  });

  test('counts audio and links', async () => {
    const audio = user({ type: 'audio', data: 'A'.repeat(1_000), mimeType: 'audio/wav' });
    const link = user({ type: 'resource_link', uri: `a:${'b'.repeat(1_000)}`, name: 'b' });
    for (const output of [audio, link]) expect(await problemOf(output, { answerBytes: 1_000 })).toBe(tooLarge(1_000));
  });

  test('counts as many bytes as TextEncoder for any string', async () => {
    const unit = fc.constantFrom('a', 'é', '葛', '😀', '\uD83D', '\uDE00', '\0');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 30 }), fc.integer({ min: -3, max: 3 }), async (value, off) => {
        const bytes = around + new TextEncoder().encode(value).length;
        expect(await problemOf(value, { answerBytes: bytes + off })).toBe(off < 0 ? tooLarge(bytes + off) : undefined);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe('Runtime with nested output', () => {
  const deep = (levels: number, inner: unknown): unknown => {
    let whole = inner;
    for (let level = 0; level < levels; level += 1) whole = [whole];
    return whole;
  };

  test('rejects more than 100 nested arrays, including circular ones', async () => {
    const circle: unknown[] = ['a'];
    circle.push(circle);
    const wide: unknown[] = [];
    wide.push(wide, wide, wide);
    const full = { messages: [] as unknown[] };
    full.messages.push(full.messages);
    expect(await resultOf(deep(100, 'a'))).toEqual({ messages: [said('a')] });
    for (const output of [deep(101, 'a'), deep(100_000, []), circle, wide, full])
      expect(await problemOf(output)).toBe('returned arrays that are nested more than 100 levels deep');
  });

  test('rejects _meta that is not JSON', async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    let bottomless: Record<string, unknown> = {};
    for (let level = 0; level < 100_000; level += 1) bottomless = { bottomless };
    for (const meta of [
      circle,
      bottomless,
      { a: 1n },
      new Date(0),
      { toJSON: () => 'a' },
      { toJSON: () => undefined },
      { toJSON: () => [] },
    ]) {
      expect(await problemOf({ messages: [], _meta: meta })).toBe('returned an invalid result: _meta must be JSON');
      expect(await problemOf(user(text('a', { _meta: meta as never })))).toBe(
        'returned message 0 with invalid content: _meta must be JSON',
      );
    }
  });

  test('accepts deeply nested _meta and counts its bytes', async () => {
    let deepMeta: Record<string, unknown> = { text: 'aaaa' };
    for (let level = 0; level < 1_000; level += 1) deepMeta = { deeper: deepMeta };
    expect(await resultOf({ messages: [], _meta: deepMeta })).toEqual({ messages: [], _meta: deepMeta });
    expect(await problemOf({ messages: [], _meta: deepMeta }, { answerBytes: 3 })).toContain('answerBytes');
  });
});

describe('Runtime.prompts.get result', () => {
  const annotations = (): Annotations => ({ audience: ['user'], priority: 1 });

  test('does not change if the output changes later', async () => {
    const blockMeta = { list: [{ a: 1 }] };
    const block = {
      type: 'resource_link' as const,
      uri: 'a:b',
      name: 'b',
      annotations: annotations(),
      icons: [{ src: 'https://a.example', sizes: ['1x1'] }],
      _meta: blockMeta,
    };
    const message = user(block);
    const outputMeta = { b: { c: 1 } };
    const output = { messages: [message], _meta: outputMeta };
    const result = await resultOf(output);
    const before = structuredClone(result);
    block.name = 'changed';
    block.annotations.audience?.push('assistant');
    block.icons[0]!.sizes[0] = 'changed';
    blockMeta.list[0]!.a = 2;
    outputMeta.b.c = 2;
    output.messages.push(user('more'));
    (message as { role: string }).role = 'system';
    expect(result).toEqual(before);
    expect(before).toEqual({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource_link',
            uri: 'a:b',
            name: 'b',
            annotations: annotations(),
            icons: [{ src: 'https://a.example', sizes: ['1x1'] }],
            _meta: { list: [{ a: 1 }] },
          },
        },
      ],
      _meta: { b: { c: 1 } },
    });
  });

  test('copies class instances, getters, proxies and frozen objects', async () => {
    class Block {
      readonly type = 'text';
      readonly text = 'a';
      readonly annotations = undefined;
      method(): string {
        return 'b';
      }
    }
    let reads = 0;
    const getters = {
      role: 'user',
      content: {
        type: 'text',
        get text() {
          reads += 1;
          return 'a';
        },
      },
    };
    const proxy = new Proxy({ role: 'user', content: new Proxy({ type: 'text', text: 'a' }, {}) }, {});
    for (const output of [
      { role: 'user', content: new Block() },
      getters,
      proxy,
      Object.freeze(user('a')),
      Object.assign(Object.create(null), user('a')),
    ]) {
      const { messages } = await resultOf(output);
      expect(messages).toStrictEqual([said('a')]);
      expect(Object.getPrototypeOf(messages[0]?.content)).toBe(Object.prototype);
      expect(JSON.parse(JSON.stringify(messages))).toEqual([said('a')]);
    }
    expect(reads).toBe(1);
  });

  test('reads each getter once', async () => {
    let reads = 0;
    const turning = {
      type: 'text',
      get text() {
        reads += 1;
        return reads > 1 ? { secret: 1 } : 'a';
      },
    };
    expect(await resultOf({ role: 'user', content: turning })).toEqual({ messages: [said('a')] });
  });

  test('ignores toJSON methods outside of _meta', async () => {
    const sly = { type: 'text', text: 'a', toJSON: () => ({ type: 'text', text: 'b' }) };
    expect(await problemOf({ role: 'user', content: sly })).toBe(
      'returned message 0 with invalid content: the properties must be among type, text, annotations, _meta; put others into _meta',
    );
    const hidden = Object.defineProperty({ type: 'text', text: 'a' }, 'toJSON', { value: () => 'b' });
    expect(JSON.stringify(await resultOf({ role: 'user', content: hidden }))).toBe(
      JSON.stringify({ messages: [said('a')] }),
    );
    const meta = { messages: [], _meta: { when: new Date(0), list: [undefined], gone: undefined } };
    expect(await resultOf(meta)).toEqual({ messages: [], _meta: { when: '1970-01-01T00:00:00.000Z', list: [null] } });
  });

  test('omits undefined properties', async () => {
    const message = {
      role: 'user',
      content: { type: 'text', text: 'a', annotations: undefined, _meta: undefined },
      name: undefined,
    };
    const result = await resultOf({ messages: [message], description: undefined, extra: undefined });
    expect(result).toStrictEqual({ messages: [said('a')] });
  });

  test('treats __proto__ like any other property', async () => {
    const json = (of: string) => JSON.parse(of) as unknown;
    const block = '{"role":"user","content":{"type":"text","text":"a","__proto__":{"text":"b"}}}';
    expect(await problemOf(json(block))).toBe(
      'returned message 0 with invalid content: the properties must be among type, text, annotations, _meta; put others into _meta',
    );
    expect(await problemOf(json('{"messages":[],"__proto__":{}}'))).toBe(
      'returned an invalid result: the properties must be among description, messages, _meta; put others into _meta',
    );
    expect(await problemOf(json('{"role":"user","content":{"type":"text","text":"a"},"__proto__":{}}'))).toContain(
      'an unknown property',
    );
    const result = await resultOf(json('{"messages":[],"_meta":{"__proto__":{"polluted":"yes"}}}'));
    expect(JSON.stringify(result)).toBe('{"messages":[],"_meta":{"__proto__":{"polluted":"yes"}}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await problemOf({ messages: [], _meta: json('{"__proto__":"aaaa"}') }, { answerBytes: 3 })).toContain(
      'answerBytes',
    );
  });
});

const role = (problem: string) => `returned message 0 that has ${problem}: use "user" or "assistant"`;
const USE = 'use user(…) or assistant(…)';
const TYPES = 'use one of "text", "image", "audio", "resource_link", "resource"';

describe('Runtime with invalid output', () => {
  test.each<[unknown, string]>([
    [undefined, 'returned nothing: return a string, a message, an array of these, or a full result'],
    [null, 'returned nothing: return a string, a message, an array of these, or a full result'],
    [5, `returned a number as message 0: ${USE}`],
    [[() => 'a'], `returned a function as message 0: ${USE}`],
    [[Symbol('secret')], `returned a symbol as message 0: ${USE}`],
    [['a', null], `returned nothing as message 1: ${USE}`],
    // oxlint-disable-next-line no-sparse-arrays -- authors delete from arrays
    [[, 'a'], `returned nothing as message 0: ${USE}`],
    [{}, role('nothing as its role')],
    [{ role: 5, content: {} }, role('a number as its role')],
    [{ role: { secret: 1 }, content: {} }, role('an object as its role')],
    [{ role: 10n, content: {} }, role('a bigint as its role')],
    [{ role: 'x'.repeat(100), content: {} }, role('an unknown role')],
    [
      { role: 'user', content: [] },
      'returned message 0 with an array as its content: use user([…]) to create one message for each item',
    ],
    [
      { role: 'user', content: 5 },
      'returned message 0 with a number as its content: use text(…) for the content, or user("…") for the whole message',
    ],
    [
      { role: 'user', content: [text('hi')] },
      'returned message 0 with an array as its content: use user([…]) to create one message for each item',
    ],
    [
      { role: 'user' },
      'returned message 0 with nothing as its content: use text(…) for the content, or user("…") for the whole message',
    ],
    [
      { role: 'user', content: 'hi' },
      'returned message 0 with a string as its content: use text(…) for the content, or user("…") for the whole message',
    ],
    [{ role: 'user', content: {} }, `returned message 0 whose content has nothing as its type: ${TYPES}`],
    [{ role: 'user', content: { type: 10n } }, `returned message 0 whose content has a bigint as its type: ${TYPES}`],
    [
      { role: 'user', content: { type: 'x'.repeat(100) } },
      `returned message 0 whose content has an unknown type: ${TYPES}`,
    ],
    [{ role: 'user', content: { type: 'toString' } }, `returned message 0 whose content has an unknown type: ${TYPES}`],
    [
      { role: 'user', content: text('a'), name: 'Ann' },
      'returned message 0 that has an unknown property: use only "role" and "content"',
    ],
    [{ messages: [], description: 5 }, 'returned an invalid result: description must be a string'],
    [{ messages: [], _meta: 'a' }, 'returned an invalid result: _meta must be an object'],
    [{ messages: [], _meta: [] }, 'returned an invalid result: _meta must be an object'],
    [
      { messages: [], title: 'a' },
      'returned an invalid result: the properties must be among description, messages, _meta; put others into _meta',
    ],
    [{ messages: 'a' }, role('nothing as its role')],
    [[{ messages: [] }], role('nothing as its role')],
  ])('rejects output %#: %p', async (output, problem) => {
    expect(await problemOf(output)).toBe(problem);
  });
});

const TEXT = { type: 'text', text: 'a' };
const IMAGE = { type: 'image', data: 'AA==', mimeType: 'image/png' };
const AUDIO = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' };
const LINK = { type: 'resource_link', uri: 'a:b', name: 'b' };
const RESOURCE = { type: 'resource', resource: { uri: 'a:b', mimeType: 'text/plain', text: 'a' } };
const BLOB = { uri: 'a:b', mimeType: 'image/png', blob: 'AA==' };

describe('Runtime with invalid content', () => {
  const among = (members: string) => `among ${members}; put others into _meta`;
  const aUri = 'an absolute URI, with all invalid characters percent-encoded';
  const date = 'an ISO 8601 date, as toISOString() returns it';
  const embedded = among('uri, name, title, mimeType, text, _meta');
  const mediaBase64 = 'base64, as image(…) and audio(…) create it';

  test.each<[object, string, string]>([
    [{ type: 'text' }, 'text', 'a string'],
    [{ ...TEXT, text: 5 }, 'text', 'a string'],
    [{ ...TEXT, text: null }, 'text', 'a string'],
    [{ ...TEXT, text: new String('a') }, 'text', 'a string'],
    [{ ...TEXT, title: 'a' }, 'the properties', among('type, text, annotations, _meta')],
    [{ ...TEXT, annotations: [] }, 'annotations', 'an object'],
    [{ ...TEXT, annotations: null }, 'annotations', 'an object'],
    [{ ...TEXT, annotations: { audience: 'user' } }, 'annotations.audience', 'an array'],
    [{ ...TEXT, annotations: { audience: ['user', 'system'] } }, 'annotations.audience[1]', '"user" or "assistant"'],
    // oxlint-disable-next-line no-sparse-arrays -- authors delete from arrays
    [{ ...TEXT, annotations: { audience: [, 'user'] } }, 'annotations.audience[0]', '"user" or "assistant"'],
    [{ ...TEXT, annotations: { priority: 1.1 } }, 'annotations.priority', 'a number from 0 to 1'],
    [{ ...TEXT, annotations: { priority: -0.1 } }, 'annotations.priority', 'a number from 0 to 1'],
    [{ ...TEXT, annotations: { priority: Number.NaN } }, 'annotations.priority', 'a number from 0 to 1'],
    [{ ...TEXT, annotations: { priority: '1' } }, 'annotations.priority', 'a number from 0 to 1'],
    [{ ...TEXT, annotations: { lastModified: 'yesterday' } }, 'annotations.lastModified', date],
    [{ ...TEXT, annotations: { lastModified: '2025-02-30' } }, 'annotations.lastModified', date],
    [{ ...TEXT, annotations: { lastModified: new Date(0) } }, 'annotations.lastModified', date],
    [
      { ...TEXT, annotations: { title: 'a' } },
      'the properties of annotations',
      among('audience, priority, lastModified'),
    ],
    [{ ...TEXT, _meta: null }, '_meta', 'an object'],
    [{ ...TEXT, _meta: [] }, '_meta', 'an object'],
    [{ ...IMAGE, data: '' }, 'data', mediaBase64],
    [{ ...IMAGE, data: 'A' }, 'data', mediaBase64],
    [{ ...IMAGE, data: new Uint8Array(4) }, 'data', mediaBase64],
    [{ ...IMAGE, data: 'data:image/png;base64,AA==' }, 'data', mediaBase64],
    [{ type: 'image', mimeType: 'image/png' }, 'data', mediaBase64],
    [{ type: 'image', data: 'AA==' }, 'mimeType', 'the MIME type of an image, such as image/png'],
    [{ ...IMAGE, mimeType: 'audio/wav' }, 'mimeType', 'the MIME type of an image, such as image/png'],
    [{ ...AUDIO, mimeType: 'image/png' }, 'mimeType', 'an audio MIME type, such as audio/wav'],
    [{ ...AUDIO, data: 5 }, 'data', mediaBase64],
    [{ ...AUDIO, duration: 5 }, 'the properties', among('type, data, mimeType, annotations, _meta')],
    [{ type: 'resource_link', name: 'b' }, 'uri', aUri],
    [{ type: 'resource_link', uri: 'a:b' }, 'name', 'a string'],
    [{ ...LINK, uri: 'b' }, 'uri', aUri],
    [{ ...LINK, uri: new URL('a:b') }, 'uri', aUri],
    [{ ...LINK, title: 5 }, 'title', 'a string'],
    [{ ...LINK, description: {} }, 'description', 'a string'],
    [{ ...LINK, mimeType: 'text' }, 'mimeType', 'a MIME type, such as text/plain'],
    [{ ...LINK, size: -1 }, 'size', 'a number of bytes'],
    [{ ...LINK, size: 1.5 }, 'size', 'a number of bytes'],
    [{ ...LINK, size: Infinity }, 'size', 'a number of bytes'],
    [{ ...LINK, icons: {} }, 'icons', 'an array'],
    [{ ...LINK, icons: [{}] }, 'icons[0].src', 'an https: or data: URI'],
    [{ ...LINK, icons: [{ src: 'http://a.example' }] }, 'icons[0].src', 'an https: or data: URI'],
    [{ ...LINK, icons: [{ src: 'javascript:alert(1)' }] }, 'icons[0].src', 'an https: or data: URI'],
    [{ ...LINK, icons: [{ src: 'data:,', mimeType: 'png' }] }, 'icons[0].mimeType', 'a MIME type, such as text/plain'],
    [{ ...LINK, icons: [{ src: 'data:,', sizes: '1x1' }] }, 'icons[0].sizes', 'an array'],
    [{ ...LINK, icons: [{ src: 'data:,', sizes: [1] }] }, 'icons[0].sizes[0]', 'a string'],
    [{ ...LINK, icons: [{ src: 'data:,', theme: 'red' }] }, 'icons[0].theme', '"light" or "dark"'],
    [
      { ...LINK, icons: [{ src: 'data:,', alt: 'a' }] },
      'the properties of icons[0]',
      among('src, mimeType, sizes, theme'),
    ],
    [{ ...LINK, icons: [null] }, 'icons[0]', 'an object'],
    [
      { ...LINK, text: 'a' },
      'the properties',
      among('type, uri, name, title, description, mimeType, icons, annotations, _meta, size'),
    ],
    [{ type: 'resource' }, 'resource', 'an object with a uri, and text or a blob'],
    [{ type: 'resource', resource: 'a:b' }, 'resource', 'an object with a uri, and text or a blob'],
    [{ type: 'resource', resource: [] }, 'resource', 'an object with a uri, and text or a blob'],
    [{ type: 'resource', resource: { uri: 'a:b' } }, 'resource', 'an object with text or a blob'],
    [{ type: 'resource', resource: { text: 'a' } }, 'resource.uri', aUri],
    [{ type: 'resource', resource: { uri: 'a:b', text: 5 } }, 'resource.text', 'a string'],
    [{ type: 'resource', resource: { uri: 'a:b', text: 'a', blob: 'AA==' } }, 'the properties of resource', embedded],
    [{ type: 'resource', resource: { uri: 'a:b', text: 'a', size: 1 } }, 'the properties of resource', embedded],
    [
      { type: 'resource', resource: { uri: 'a:b', text: 'a', mimeType: 5 } },
      'resource.mimeType',
      'a MIME type, such as text/plain',
    ],
    [{ type: 'resource', resource: { ...BLOB, blob: 'A' } }, 'resource.blob', 'base64, as embed(…) creates it'],
    [{ type: 'resource', resource: { ...BLOB, blob: null } }, 'resource.blob', 'base64, as embed(…) creates it'],
    [{ type: 'resource', resource: { ...BLOB, _meta: 'a' } }, 'resource._meta', 'an object'],
    [{ ...RESOURCE, uri: 'a:b' }, 'the properties', among('type, resource, annotations, _meta')],
  ])('rejects content %#: %j', async (content, path, expected) => {
    expect(await problemOf(['a', { role: 'user', content }])).toBe(
      `returned message 1 with invalid content: ${path} must be ${expected}`,
    );
  });

  test('does not report names of unknown properties', async () => {
    const secret = 'a-secret';
    const outputs = [
      { role: secret, content: TEXT },
      { role: 'user', content: { type: secret } },
      { role: 'user', content: TEXT, [secret]: 1 },
      { role: 'user', content: { ...TEXT, [secret]: 1 } },
      { role: 'user', content: { ...TEXT, annotations: { [secret]: 1 } } },
      { messages: [], [secret]: 1 },
    ];
    for (const output of outputs) expect(await problemOf(output)).toEqual(expect.not.stringContaining(secret));
  });

  test('does not report values of properties', async () => {
    for (const member of ['uri', 'name', 'title', 'mimeType', 'size', 'icons', 'annotations', '_meta'])
      expect(await problemOf({ role: 'user', content: { ...LINK, [member]: ['the secret'] } })).not.toContain('secret');
  });
});

describe('Runtime with valid content', () => {
  test.each<[object]>([
    [TEXT],
    [{ ...TEXT, text: '' }],
    [{ ...TEXT, annotations: {}, _meta: {} }],
    [{ ...TEXT, annotations: { audience: [], priority: 0, lastModified: '2025-01-12T00:00:00.000Z' } }],
    [
      {
        ...TEXT,
        annotations: { audience: ['user', 'assistant'], priority: 1, lastModified: '2025-01-12T15:00:58.000Z' },
      },
    ],
    [IMAGE],
    [AUDIO],
    [LINK],
    [
      {
        ...LINK,
        title: 't',
        description: 'd',
        mimeType: 'text/plain; charset=utf-8',
        size: 0,
        icons: [],
        annotations: {},
        _meta: {},
      },
    ],
    [
      {
        ...LINK,
        icons: [
          { src: 'https://a.example/i', mimeType: 'image/png', sizes: ['any'], theme: 'light' },
          { src: 'data:,a' },
        ],
      },
    ],
    [RESOURCE],
    [{ type: 'resource', resource: BLOB }],
    [{ type: 'resource', resource: { ...BLOB, blob: '' } }],
  ])('returns %j unchanged', async (content) => {
    expect(await resultOf({ role: 'assistant', content })).toStrictEqual({
      messages: [{ role: 'assistant', content }],
    });
  });

  test('adds a default MIME type to embedded resources', async () => {
    const resources = [
      { uri: 'a:b', text: 'a' },
      { uri: 'a:b', blob: 'AA==' },
    ];
    const { messages } = await resultOf(
      resources.map((resource) => ({ role: 'user', content: { type: 'resource', resource } })),
    );
    expect(messages.map(({ content }) => content)).toEqual([
      { type: 'resource', resource: { uri: 'a:b', mimeType: 'text/plain', text: 'a' } },
      { type: 'resource', resource: { uri: 'a:b', mimeType: 'application/octet-stream', blob: 'AA==' } },
    ]);
  });
});

const isFine = async (content: object) => (await problemOf({ role: 'user', content })) === undefined;

describe('Validation of URIs', () => {
  test.each(tokens`
    a:b https://a.example https://a.example/b?c=d&e[]=f#g file:///a%20b/c.ts file:///app/[id].tsx
    urn:isbn:0451450523 git+ssh://me@a.example:22/b.git HTTP://[::1]:80/ data:text/plain,hi
    x-own.scheme+1:~!$&'()*+,;=@ a:/ a:%C3%A9
  `)('accepts the URI %s', async (uri) => {
    expect(await isFine({ ...LINK, uri })).toBe(true);
  });

  test.each([
    ...tokens`a :b 1a:b /a //a ../a a.ts a:é a:<b> a:b" a:{b} a:b\c a:b|c a:b^c a:% a:%4 a:%zz a:b%2 C:\a`,
    '',
    'a b:c',
    'a:b c',
    'a:`b`',
    'a:b\n',
    '\na:b',
    'a:\0',
    'a:\u200B',
    ' a:b',
    'a:b ',
  ])('rejects the URI %j', async (uri) => {
    expect(await isFine({ ...LINK, uri })).toBe(false);
  });

  test('accepts any web address that RFC 3986 allows', async () => {
    await fc.assert(
      fc.asyncProperty(webUri, fc.string({ unit: anyCharacter }), async (url, odd) => {
        const uri = new URL(url);
        uri.searchParams.set('q', odd);
        expect(await isFine({ ...LINK, uri: uri.href })).toBe(true);
        expect(await isFine({ ...LINK, uri: `own:${encodeURIComponent(new URLSearchParams(odd).toString())}x` })).toBe(
          true,
        );
      }),
      { numRuns: runs(4_000) },
    );
  });

  test('accepts exactly the characters of RFC 3986', async () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    const accepted = [];
    for (const each of ascii) if (await isFine({ ...LINK, uri: `a:b${each}c` })) accepted.push(each);
    expect(accepted).toEqual(ascii.filter((each) => /[\w\-.~:/?#[\]@!$&'()*+,;=]/.test(each)));
  });
});

describe('Validation of MIME types', () => {
  test.each([
    ...tokens`text/plain image/svg+xml application/vnd.a.b-c+json text/plain;charset=utf-8 a/b A/B x!#$&^_.+-/1`,
    'text/x; a="b c"',
  ])('accepts the MIME type %s', async (mimeType) => {
    expect(await isFine({ ...LINK, mimeType })).toBe(true);
  });

  test.each([
    ...tokens`text text/ /plain text/plain/x text/plain;é text/* */* é/a`,
    '',
    'text plain',
    'text/pl ain',
    'text/plain\n',
    'text/plain\n;a=b',
    'text/plain;a\nb',
    'text/plain;\0',
    ' text/plain',
  ])('rejects the MIME type %j', async (mimeType) => {
    expect(await isFine({ ...LINK, mimeType })).toBe(false);
  });

  test.each(['image', 'image/', 'images/png', 'ximage/png', 'image/png\n', 'text/image/'])(
    'rejects %j for an image',
    async (mimeType) => {
      expect(await isFine({ ...IMAGE, mimeType })).toBe(false);
    },
  );
});

describe('Validation of base64', () => {
  const isBlob = (blob: string) => isFine({ type: 'resource', resource: { ...BLOB, blob } });

  test.each(['', 'AAAA', 'AAA=', 'AA==', '+/+/', 'zZ09'])('accepts valid base64: %j', async (blob) => {
    expect(await isBlob(blob)).toBe(true);
  });

  test.each([...tokens`A AA AAA A=== ==== AA=A =AAA AAAA= AA-_ ÄAAA AA==AAAA`, 'AA A', 'AAAA\n', 'AAA\n', '\nAAA'])(
    'rejects invalid base64: %j',
    async (blob) => {
      expect(await isBlob(blob)).toBe(false);
    },
  );

  test('accepts the base64 of any bytes, and rejects base64 with an invalid character', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc.nat(60),
        fc.constantFrom('-', '_', ' ', '\n', '=', '\0', 'é'),
        async (bytes, at, odd) => {
          const blob = Buffer.from(bytes).toString('base64');
          expect(await isBlob(blob)).toBe(true);
          const data = blob.replace(/=+$/, '');
          const place = at % data.length;
          expect(await isBlob(blob.slice(0, place) + odd + blob.slice(place + 1))).toBe(
            odd === '=' && place === data.length - 1 && data.length % 4 !== 2,
          );
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  test('takes linear time', async () => {
    const length = size(16_000_000);
    const start = processorMs();
    expect(await isBlob('A'.repeat(length))).toBe(true);
    expect(await isBlob(`${'A'.repeat(length - 1)}*`)).toBe(false);
    expect(processorMs() - start).toBeLessThan(5_000);
  });
});

describe('annotations.lastModified', () => {
  test.each([
    ['2025-01-12', '2025-01-12T00:00:00.000Z'],
    ['2025-01-12T15:00:58+02:00', '2025-01-12T13:00:58.000Z'],
  ])('is converted from %s to %s', async (lastModified, written) => {
    class Dated {
      render = () => user(text('a', { annotations: { lastModified } }));
    }
    Prompt()(Dated);
    const { messages } = await new Runtime({ prompts: [Dated] }).prompts.get({ name: 'dated' });
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'a', annotations: { lastModified: written } } },
    ]);
  });
});
