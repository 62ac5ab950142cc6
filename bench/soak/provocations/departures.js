// Clients that go away in the middle of something.
import { setTimeout as sleep } from 'node:timers/promises';
import { Line } from '../line.js';
import { amended, asked, inShort, MODERN, openSession, SESSION, visit } from '../visit.js';

/** Until the server has begun with what it was sent. */
const BEGUN_MS = 100;
const STALLED_MS = 300;

const get = (name, params) => ({ method: 'prompts/get', params: { name, arguments: {}, ...params } });
const watched = (name) => get(name, { _meta: { progressToken: 'it' } });
const departures = (name, provoke) => ({ name, everyMs: 150, expected: ['left'], provoke });

/** Sends this, and leaves. */
const leaving = (bytesOf, how = 'hangUp') =>
  async function leave({ port }) {
    const line = await Line.open(port);
    line.write(bytesOf(port));
    await sleep(BEGUN_MS);
    line[how]();
    return 'left';
  };

/** Leaves once this has been heard. */
const leavingAfter = (text, bytesOf, how = 'hangUp') =>
  async function leaveAfter(server) {
    const bytes = await bytesOf(server);
    const line = await Line.open(server.port);
    line.write(bytes);
    const hasHeard = await line.hears(text);
    line[how]();
    return hasHeard === true ? 'left' : `heard: ${hasHeard}`;
  };

async function stall({ port }) {
  const line = await Line.open(port);
  line.pause();
  line.write(asked(port, get('large')));
  await sleep(STALLED_MS);
  line.hangUp();
  return 'left';
}

async function cancel({ port }) {
  const sessionId = await openSession(port);
  const line = await Line.open(port);
  line.write(asked(port, get('slow'), { dialect: SESSION, sessionId, id: 7 }));
  await sleep(BEGUN_MS);
  const notice = { method: 'notifications/cancelled', params: { requestId: 7 }, isNotice: true };
  await visit(port, asked(port, notice, { dialect: SESSION, sessionId }));
  const answer = await line.answer();
  line.hangUp();
  return inShort(answer);
}

const inSession = (question, capabilities) =>
  async function bytes({ port }) {
    const sessionId = await openSession(port, { capabilities });
    return asked(port, question, { dialect: SESSION, sessionId, id: 7 });
  };

const half = (bytes) => bytes.subarray(0, bytes.length - 20);
const request = (port) => asked(port, get('reporting'));

export const DEPARTURES = [
  departures(
    'leaves in the middle of a head',
    leaving((port) => request(port).subarray(0, 60)),
  ),
  departures(
    'leaves in the middle of a body',
    leaving((port) => half(request(port))),
  ),
  departures(
    'is reset in the middle of a body',
    leaving((port) => half(request(port)), 'reset'),
  ),
  departures(
    'leaves in the middle of an answer',
    leavingAfter('xxx', ({ port }) => asked(port, get('large'))),
  ),
  departures(
    'is reset in the middle of an answer',
    leavingAfter('xxx', ({ port }) => asked(port, get('large')), 'reset'),
  ),
  departures('does not read its answer, and leaves', stall),
  departures(
    'leaves a stream of progress in a session',
    leavingAfter('notifications/progress', inSession(watched('reporting'))),
  ),
  departures(
    'leaves while its person is asked',
    leavingAfter('elicitation/create', inSession(get('asking'), { elicitation: {} })),
  ),
  departures(
    'leaves a slow render',
    leaving((port) => asked(port, get('slow'))),
  ),
  departures(
    'is reset during a slow render',
    leaving((port) => asked(port, get('slow')), 'reset'),
  ),
  departures(
    'leaves a slow render that reports',
    leaving((port) => asked(port, watched('slow'))),
  ),
  {
    name: 'cancels a slow render in its session',
    everyMs: 150,
    expected: ['200'],
    provoke: cancel,
  },
  departures(
    'leaves a slow render, 2026-07-28',
    leaving((port) => asked(port, get('slow'), { dialect: MODERN })),
  ),
  departures(
    'leaves a stream of progress, 2026-07-28',
    leavingAfter('notifications/progress', ({ port }) => modernWatched(port)),
  ),
];

/** With the envelope's `_meta` and a token in it. */
function modernWatched(port) {
  return amended(asked(port, get('reporting'), { dialect: MODERN }), ({ _meta }) => (_meta.progressToken = 'it'));
}
