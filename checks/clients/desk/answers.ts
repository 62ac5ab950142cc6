import { RED_PIXEL, SILENCE } from './definitions.js';

// What the desk says on the wire, in each revision of the protocol.

const SERVER = { 'io.modelcontextprotocol/serverInfo': { name: 'desk', version: '1.0.0' } };

type Told = Readonly<Record<string, unknown>>;

/** What every capability comes to, by its name. */
export function answersIn(revision: string) {
  const isTitled = revision >= '2025-06-18';
  const frame = revision >= '2026-07-28' ? { resultType: 'complete', _meta: SERVER } : {};
  const cached = (cacheScope: string) => (revision >= '2026-07-28' ? { ...frame, ttlMs: 0, cacheScope } : {});
  const listed = (...names: string[]) => ({ ...cached('public'), prompts: promptsIn(isTitled, names) });
  return {
    list: listed('album', 'briefing', 'interview'),
    get: {
      ...frame,
      messages: [said('user', 'Brief me about tea in 2 sentences.'), said('assistant', 'I will sound plain.')],
    },
    content: { ...frame, messages: albumIn(isTitled) },
    refusal: { error: REFUSAL },
    completion: { ...frame, completion: { values: ['taxes'], total: 1, hasMore: false } },
    question: {
      asked: { message: 'Who is it for?', schema: FORM },
      answer: { ...frame, messages: [said('user', 'Write to Ada, aged 36.')] },
    },
    change: {
      added: listed('album', 'briefing', 'interview', 'special'),
      removed: listed('album', 'briefing', 'interview'),
    },
    tools: { list: { ...cached('private'), tools: toolsIn(isTitled) }, ...callsIn(isTitled, frame) },
    resources: {
      list: { ...cached('private'), resources: [RESOURCE] },
      read: { ...cached('private'), contents: [CONTENTS] },
    },
    bare: { ...cached('private'), tools: [] },
  } satisfies Record<string, Told>;
}

function callsIn(isStructured: boolean, frame: { readonly _meta?: object }) {
  const text = (words: string) => [{ type: 'text', text: words }];
  return {
    called: { ...frame, content: text('{"total":5}'), ...(isStructured ? { structuredContent: { total: 5 } } : {}) },
    failed: {
      ...frame,
      _meta: { ...frame._meta, 'dev.cuecard/error': { code: -32603 } },
      content: text('Only tea is sold here'),
      isError: true,
    },
  };
}

const CONTENTS = { uri: 'notes://today', mimeType: 'text/plain', text: 'Water the plants.' };
const RESOURCE = {
  uri: 'notes://today',
  name: 'today',
  description: 'What is to be done today',
  mimeType: 'text/plain',
};

const FORM = {
  type: 'object',
  properties: {
    name: { description: 'Who reads it', type: 'string' },
    age: { description: 'How old the reader is: an integer', type: 'integer', default: 30 },
  },
  required: ['name'],
};

const ERRORS = [
  { argument: 'topic', rule: 'isDefined', message: 'topic is required' },
  {
    argument: 'tone',
    rule: 'isIn',
    message: 'tone must be one of the following values: formal, plain',
    expected: 'one of formal, plain',
  },
  { argument: 'sentences', rule: 'max', message: 'sentences must not be greater than 5', expected: 'at most 5' },
];
const REFUSAL = {
  message: `Invalid arguments for prompt "briefing": ${ERRORS.map(({ message }) => message).join('; ')}`,
  code: -32602,
  data: { prompt: 'briefing', errors: ERRORS },
};

/** What a client that cannot ask is told of a prompt that asks. */
export const UNASKED = {
  message: 'Prompt "interview" needs more input, and this client cannot ask for it: name is required',
  code: -32602,
  data: { errors: [{ argument: 'name', rule: 'isDefined', message: 'name is required' }] },
};

function said(role: 'user' | 'assistant', text: string) {
  return { role, content: { type: 'text', text } };
}

function albumIn(hasAll: boolean) {
  const sound = { type: 'audio', data: SILENCE, mimeType: 'audio/wav' };
  const link = { type: 'resource_link', uri: 'https://example.com/plants', name: 'plants' };
  return [
    said('user', 'A text'),
    { role: 'user', content: { type: 'image', data: RED_PIXEL, mimeType: 'image/png' } },
    { role: 'user', content: { type: 'resource', resource: CONTENTS } },
    hasAll ? { role: 'user', content: sound } : said('user', '(A sound, audio/wav, that cannot be played here.)'),
    hasAll ? { role: 'user', content: link } : said('user', 'plants: https://example.com/plants'),
  ];
}

const SCHEMA = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', additionalProperties: false };
const NOTHING = { type: 'object', additionalProperties: false };

function promptsIn(isTitled: boolean, names: readonly string[]) {
  const prompts = [
    { name: 'album', description: 'Shows content of every kind' },
    {
      name: 'briefing',
      description: 'Asks for a briefing',
      arguments: [
        { name: 'topic', description: 'What it is about', required: true },
        { name: 'tone', description: 'How it sounds: one of formal, plain', required: false },
        { name: 'sentences', description: 'How long it is: an integer, at least 1, at most 5', required: false },
      ],
      ...(isTitled ? { title: 'Write a briefing', _meta: { 'dev.cuecard/schema': BRIEFING } } : {}),
    },
    { name: 'interview', description: 'Asks the user before it answers' },
    { name: 'special', description: 'Is there today' },
  ];
  return prompts.filter(({ name }) => names.includes(name));
}

const BRIEFING = {
  ...SCHEMA,
  properties: {
    topic: { description: 'What it is about', type: 'string' },
    tone: { description: 'How it sounds', type: 'string', enum: ['formal', 'plain'], default: 'plain' },
    sentences: { description: 'How long it is', type: 'integer', minimum: 1, maximum: 5 },
  },
  required: ['topic'],
};

function toolsIn(isTitled: boolean) {
  const hints = isTitled ? { annotations: { readOnlyHint: true } } : {};
  const output = {
    ...SCHEMA,
    properties: { total: { description: 'What they cost', type: 'number' } },
    required: ['total'],
  };
  const items = {
    ...SCHEMA,
    properties: {
      article: { description: 'The article', type: 'string' },
      quantity: { description: 'How many of it', type: 'integer', minimum: 1, default: 1 },
    },
    required: ['article'],
  };
  const price = { name: 'price', description: 'Says what articles cost', inputSchema: items, ...hints };
  const described = 'Says which revision of the protocol the client speaks';
  return [
    { name: 'change', description: 'Serves a prompt, or serves it no more', inputSchema: NOTHING },
    isTitled ? { ...price, title: 'Price', outputSchema: output } : price,
    { name: 'revision', description: described, inputSchema: NOTHING, ...hints },
  ];
}
