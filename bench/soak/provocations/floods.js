// More at once than is allowed.
import { setTimeout as sleep } from 'node:timers/promises';
import { nameOf, typed } from '../../definitions/review.js';
import { MAX_COMPLETIONS, MAX_REQUESTS, RENDER_MS } from '../limits.js';
import { Line } from '../line.js';
import { asked, inShort, visit } from '../visit.js';

/** Comes from elsewhere, for completions count for each caller. */
const FLOODER = '127.0.2.1';
/** No caller alone can take all places. */
const FLOODERS = ['127.0.2.1', '127.0.2.2'];
/** More than are allowed in the two seconds that a flood may lie in. */
const FLOOD = 2 * MAX_COMPLETIONS + 20;
const REFUSED = 20;
const MORE = 50;
const LOOK_MS = 50;
const SETTLED_MS = 500;

const completion = {
  method: 'completion/complete',
  params: { ref: { type: 'ref/prompt', name: nameOf(0) }, argument: typed },
};
const slow = { method: 'prompts/get', params: { name: 'slow', arguments: {} } };
const list = { method: 'prompts/list', params: {} };

async function completions({ port }) {
  const bytes = asked(port, completion);
  const answers = await Promise.all(Array.from({ length: FLOOD }, () => visit(port, bytes, FLOODER)));
  return [...new Set(answers.map(inShort))].toSorted().join('; ');
}

/** Fills the server with slow renders until it says that it takes no more, asks for more, and leaves all. */
async function requests({ port }) {
  const lines = [];
  // A connection that waits too long for its first byte is closed: then it takes another one.
  for (let more = MAX_REQUESTS; (await readiness(port)) !== 503; more = MORE) {
    lines.push(...(await Promise.all(Array.from({ length: more }, (_, at) => render(port, FLOODERS[at % 2])))));
    await sleep(LOOK_MS);
  }
  const answers = await Promise.all(Array.from({ length: REFUSED }, () => visit(port, asked(port, list))));
  for (const line of lines) line.hangUp();
  await sleep(RENDER_MS); // What they have left goes on until its time is over.
  while ((await readiness(port)) !== 200) await sleep(LOOK_MS);
  await sleep(SETTLED_MS);
  return [...new Set(answers.map(inShort))].join('; ');
}

async function render(port, localAddress) {
  const line = await Line.open(port, localAddress);
  line.write(asked(port, slow));
  return line;
}

async function readiness(port) {
  const answer = await visit(port, `GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
  return answer?.status;
}

export const FLOODS = [
  {
    name: `asks for ${FLOOD} completions at once`,
    everyMs: 2_000,
    expected: ['200, result; 429, -32000'],
    provoke: completions,
  },
];

/** Everybody else waits meanwhile: they would be refused as well. */
export const REQUEST_FLOOD = {
  name: `asks for more than ${MAX_REQUESTS} requests at once`,
  everyMs: 20_000,
  expected: ['503, -32000'],
  provoke: requests,
};
