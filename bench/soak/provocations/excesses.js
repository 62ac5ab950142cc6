// Requests that take too long to arrive, or are too large.
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_BODY_BYTES } from '../limits.js';
import { Line } from '../line.js';
import { asked, raw } from '../visit.js';

const list = { method: 'prompts/list', params: {} };
const DRIP_MS = 100;
const LARGE = Buffer.alloc(MAX_BODY_BYTES + 1, ' ');
const PIECE = 64 * 1024;

const JSON_HEAD = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const chunked = (port) => raw(port, 'POST', { ...JSON_HEAD, 'transfer-encoding': 'chunked' });
const sized = (port, length) => raw(port, 'POST', { ...JSON_HEAD, 'content-length': length });

/** Sends the rest byte by byte, and never the last one. */
const dripping = (partsOf) =>
  async function drip({ port }) {
    const line = await Line.open(port);
    const [begin, rest] = partsOf(port);
    line.write(begin);
    let isOver = false;
    const answered = line.answer().finally(() => (isOver = true));
    for (const each of rest) {
      if (isOver) break;
      line.write(each);
      await sleep(DRIP_MS);
    }
    const answer = await answered;
    await line.closed();
    return `${answer?.status}, closed`;
  };

async function say({ port }) {
  const line = await Line.open(port);
  const answer = await line.answer();
  await line.closed();
  return `${answer?.status}, closed`;
}

const sending = (bytesOf) =>
  async function send({ port }) {
    const line = await Line.open(port);
    for (const each of bytesOf(port)) line.write(each);
    const answer = await line.answer();
    line.hangUp();
    return `${answer?.status}`;
  };

function* piecesOf(port) {
  yield chunked(port);
  for (let at = 0; at < LARGE.length; at += PIECE) {
    const piece = LARGE.subarray(at, at + PIECE);
    yield Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  }
}

const parts = (text, at) => [text.slice(0, at), text.slice(at, -1)];
const whole = (port) => asked(port, list).toString();
const trickle = Array.from({ length: 100 }, () => '1\r\n \r\n');

const late = (name, provoke) => ({ name, at: 3, everyMs: 200, expected: ['408, closed'], provoke });
/** A byte that arrives after the server has closed resets the connection, and its client may lose the response. */
const dripped = (name, provoke) => ({ ...late(name, provoke), expected: ['408, closed', 'undefined, closed'] });
const large = (name, provoke) => ({ name, everyMs: 1_000, expected: ['413'], provoke });

export const EXCESSES = [
  dripped(
    'sends its head byte by byte',
    dripping((port) => parts(whole(port), 10)),
  ),
  dripped(
    'sends its body byte by byte',
    dripping((port) => parts(whole(port), whole(port).indexOf('{'))),
  ),
  dripped(
    'sends its body chunk by chunk, without an end',
    dripping((port) => [chunked(port), trickle]),
  ),
  late('never says anything', say),
  large(
    'says that its body is too large',
    sending((port) => [sized(port, LARGE.length)]),
  ),
  large(
    'sends a body that is too large',
    sending((port) => [sized(port, LARGE.length), LARGE]),
  ),
  // Where it takes too long to arrive, that is said first.
  { ...large('sends a body that is too large, in chunks', sending(piecesOf)), expected: ['413', '408'] },
];
