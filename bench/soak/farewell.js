// The end of a server that still has clients: one waits for an answer, others hold streams and connections open.
import { Line } from './line.js';
import { asked, inShort, MODERN, openSession, raw } from './visit.js';

const reporting = { method: 'prompts/get', params: { name: 'reporting', arguments: {} } };
const listen = { method: 'subscriptions/listen', params: { notifications: { promptsListChanged: true } } };

/** Closes the server; gives what the last answer was, and the code that the process has exited with by itself. */
export async function farewell(serving) {
  const { port } = serving;
  const sessionId = await openSession(port);
  const stream = await Line.open(port);
  stream.write(raw(port, 'GET', { accept: 'text/event-stream', 'mcp-session-id': sessionId }));
  await stream.hears('200 OK');
  const listener = await Line.open(port);
  listener.write(asked(port, listen, { dialect: MODERN }));
  await listener.hears('acknowledged');
  const lines = [stream, listener, await Line.open(port)];
  const waiting = await Line.open(port);
  waiting.write(asked(port, reporting));
  const [code, answer] = await Promise.all([serving.close(), waiting.answer()]);
  for (const line of [...lines, waiting]) line.hangUp();
  return { answer: inShort(answer), code };
}
