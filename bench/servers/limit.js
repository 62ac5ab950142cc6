// The upper bound for a server on `node:http`: it reads the body of a request, and sends a document that it has prepared, of
// the same size as Cuecard's.
import { createServer } from 'node:http';
import { METHODS, promptResult, resourceResult, toolResult, values } from '../definitions/review.js';
import { listen } from './listen.js';

const documentOf = (result) => Buffer.from(JSON.stringify({ result, jsonrpc: '2.0', id: 100 }));
const cursorIn = (body) => /"cursor":"([^"]+)"/.exec(body)?.[1];

/** For each kind of definition, a function that returns the document for the body of a request. */
const DOCUMENTS = {
  prompts(count) {
    const prompt = documentOf(promptResult(values));
    let pages;
    return (body) => {
      if (!body.includes('prompts/list')) return prompt;
      if (pages !== undefined) return pages.get(cursorIn(body));
      return pagesOf(count).then((created) => (pages = created).get(cursorIn(body)));
    };
  },
  tools() {
    const result = documentOf(toolResult(values));
    return () => result;
  },
  resources() {
    const { params } = METHODS['resources/read'];
    const contents = new Map(params.map(({ uri }) => [uri, documentOf(resourceResult(uri, values))]));
    return (body) => contents.get(/"uri":"([^"]+)"/.exec(body)[1]);
  },
};

/** The pages of Cuecard's list, by cursor. It is loaded only for that: a bare server starts without it. */
async function pagesOf(count) {
  const { Runtime } = await import('@cuecard/core');
  const { classesOf } = await import('../definitions/classes.js');
  const list = new Runtime({ prompts: classesOf('prompts', count) }).methods.get('prompts/list');
  const pages = new Map();
  let cursor;
  do {
    const page = await list.answer({ ...(cursor !== undefined && { cursor }) });
    pages.set(cursor, documentOf(page));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

/** Calls back at the end of the present turn of the event loop, all at once. */
function byTurns() {
  let waiting = [];
  return (callback) => {
    if (waiting.push(callback) > 1) return;
    setImmediate(() => {
      const callbacks = waiting;
      waiting = [];
      for (const call of callbacks) call();
    });
  };
}

const immediately = (callback) => callback();

export function http({ kind, count }, { isByTurns }) {
  const schedule = isByTurns ? byTurns() : immediately;
  const documentFor = DOCUMENTS[kind](count);
  const listener = (request, response) => {
    const chunks = [];
    const send = (document) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': document.length }).end(document);
    const respond = () => {
      const document = documentFor(Buffer.concat(chunks).toString());
      return document instanceof Promise ? document.then(send) : send(document);
    };
    request.on('data', (chunk) => void chunks.push(chunk));
    request.on('end', () => schedule(respond));
  };
  return listen(createServer(listener));
}
