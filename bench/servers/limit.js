// What `node:http` does at most: it reads the body of a request, and answers with one of the documents that it has made
// beforehand, of the same size as Cuecard's.
import { createServer } from 'node:http';
import { METHODS } from '../definitions/methods.js';
import { LANGUAGES, nameOf, numbers, promptResult, resourceResult, toolResult, values } from '../definitions/review.js';
import { contextual, listening } from './listening.js';

/** As much as Cuecard tells at a time. */
const PAGE = 100;

const properties = {
  code: { type: 'string' },
  language: { type: 'string', enum: LANGUAGES },
  limit: { type: 'integer', maximum: 50, minimum: 1, default: 10 },
};
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties,
  required: ['code'],
  additionalProperties: false,
};
const entry = (index) => ({
  name: nameOf(index),
  arguments: [
    { name: 'code', required: true },
    { name: 'language', description: 'one of typescript, python, go', required: false },
    { name: 'limit', description: 'an integer, at most 50, at least 1', required: false },
  ],
  _meta: { 'dev.cuecard/schema': schema },
});

const document = (result) => Buffer.from(JSON.stringify({ result, jsonrpc: '2.0', id: 100 }));

function pagesOf(count) {
  const entries = numbers(count).map(entry);
  return numbers(Math.ceil(count / PAGE)).map((page) => {
    const next = (page + 1) * PAGE;
    const prompts = entries.slice(page * PAGE, next);
    return document({ prompts, ...(next < count && { nextCursor: String(page + 1) }) });
  });
}

/** What answers a request, by its body. */
const ANSWERS = {
  prompts(count) {
    const got = document(promptResult(values));
    const pages = pagesOf(count);
    return (body) => (body.includes('prompts/list') ? pages[Number(/"cursor":"(\d+)"/.exec(body)?.[1] ?? 0)] : got);
  },
  tools() {
    const called = document(toolResult(values));
    return () => called;
  },
  resources() {
    const { asked } = METHODS['resources/read'];
    const contents = new Map(asked.map(({ uri }) => [uri, document(resourceResult(uri, values))]));
    return (body) => contents.get(/"uri":"([^"]+)"/.exec(body)[1]);
  },
};

/** Calls back at the end of the present turn of the event loop, and all at once. */
function turns() {
  let waiting = [];
  return (callback) => {
    if (waiting.push(callback) > 1) return;
    setImmediate(() => {
      const all = waiting;
      waiting = [];
      for (const each of all) each();
    });
  };
}

const atOnce = (callback) => callback();

export function http({ kind, count }, { byTurns = false, inContext = false }) {
  const whenDue = byTurns ? turns() : atOnce;
  const answerTo = ANSWERS[kind](count);
  const listener = (request, response) => {
    const chunks = [];
    request.on('data', (chunk) => void chunks.push(chunk));
    const tell = () => {
      const told = answerTo(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': told.length }).end(told);
    };
    request.on('end', () => whenDue(tell));
  };
  return listening(createServer(inContext ? contextual(listener) : listener));
}
