import { omitting } from '../views.js';
import { full, RED_PIXEL, SILENCE } from './definitions.js';

// What the desk says on the wire, in each revision of the protocol. Its lists are those of its runtime.

const SERVER = { 'io.modelcontextprotocol/serverInfo': { name: 'desk', version: '1.0.0' } };

const { prompts } = await full.prompts.list();
const { tools } = await full.tools.list();
const resources = (await full.resources?.list())?.resources;
const SPECIAL = { name: 'special', description: 'Is there today' };
/** Before 2025-06-18, entries have fewer members. */
const withoutTitles = omitting('title', '_meta', 'outputSchema', 'annotations');

type Told = Readonly<Record<string, unknown>>;

/** What every capability comes to, by its name. */
export function answersIn(revision: string) {
  const isTitled = revision >= '2025-06-18';
  const frame = revision >= '2026-07-28' ? { resultType: 'complete', _meta: SERVER } : {};
  const cached = (cacheScope: string) => (revision >= '2026-07-28' ? { ...frame, ttlMs: 0, cacheScope } : {});
  const entries = (list: readonly object[]) => (isTitled ? list : withoutTitles(list, revision));
  const listed = (...added: object[]) => ({ ...cached('public'), prompts: entries([...prompts, ...added]) });
  return {
    list: listed(),
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
    change: { added: listed(SPECIAL), removed: listed() },
    tools: { list: { ...cached('private'), tools: entries(tools) }, ...callsIn(isTitled, frame) },
    resources: {
      list: { ...cached('private'), resources },
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
  message: 'Prompt "interview" needs more input, but this client does not support elicitation: name is required',
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
    hasAll ? { role: 'user', content: sound } : said('user', '(Audio, audio/wav, that cannot be played here.)'),
    hasAll ? { role: 'user', content: link } : said('user', 'plants: https://example.com/plants'),
  ];
}
