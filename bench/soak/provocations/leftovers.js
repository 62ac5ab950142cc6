// Sessions and streams that are opened, and left or ended.
import { Line } from '../line.js';
import { LIMITS } from '../limits.js';
import { asked, inShort, MODERN, openSession, raw, SESSION, visit } from '../visit.js';

const URI = 'memo:changing';
const NEWS = 'notifications/resources/updated';
const list = { method: 'prompts/list', params: {} };
const subscribe = { method: 'resources/subscribe', params: { uri: URI } };
const listen = {
  method: 'subscriptions/listen',
  params: { notifications: { promptsListChanged: true, resourceSubscriptions: [URI] } },
};

const inSession = (sessionId) => ({ dialect: SESSION, sessionId });

async function open({ port, leftSessions }) {
  leftSessions.push(await openSession(port));
  return 'opened';
}

/** Asks in a session that has been left so long that it was ended for others. */
async function comeBack(server) {
  const { port, leftSessions } = server;
  while (leftSessions.length < LIMITS.maxSessions * 1.5) await open(server);
  return inShort(await visit(port, asked(port, list, inSession(leftSessions.shift()))));
}

async function end({ port }) {
  const sessionId = await openSession(port);
  const ended = await visit(port, raw(port, 'DELETE', { 'mcp-session-id': sessionId }));
  return `${inShort(ended)}; ${inShort(await visit(port, asked(port, list, inSession(sessionId))))}`;
}

const hearing = (begin) =>
  async function hear({ port }) {
    const line = await begin(port);
    const hasHeard = await line.hears(NEWS);
    line.hangUp();
    return hasHeard === true ? 'news' : `heard: ${hasHeard}`;
  };

async function hearInSession(port) {
  const sessionId = await openSession(port);
  const line = await Line.open(port);
  line.write(raw(port, 'GET', { accept: 'text/event-stream', 'mcp-session-id': sessionId }));
  await line.hears('200 OK');
  await visit(port, asked(port, subscribe, inSession(sessionId)));
  return line;
}

async function hearModern(port) {
  const line = await Line.open(port);
  line.write(asked(port, listen, { dialect: MODERN }));
  return line;
}

export const LEFTOVERS = [
  { name: 'opens a session, and leaves it', everyMs: 50, expected: ['opened'], provoke: open },
  { name: 'asks in a session that was left, and ended', everyMs: 100, expected: ['404, -32001'], provoke: comeBack },
  { name: 'ends its session, and asks in it', everyMs: 200, expected: ['200; 404, -32001'], provoke: end },
  { name: 'hears news by GET, and leaves', at: 2, everyMs: 200, expected: ['news'], provoke: hearing(hearInSession) },
  {
    name: 'hears news by subscriptions/listen, and leaves',
    at: 2,
    everyMs: 200,
    expected: ['news'],
    provoke: hearing(hearModern),
  },
];
