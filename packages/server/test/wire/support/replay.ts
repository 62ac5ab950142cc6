import { PassThrough } from 'node:stream';
import type { Runtime } from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/server';
import { type Conversation, isAnswered, type Message, type Sent, withState } from './conversation.ts';
import { eventsOf, type Json, Lines } from './raw.ts';

/** A request and its answer. */
export interface Heard {
  readonly message: Message;
  readonly answer: { readonly id?: Json; readonly result?: Readonly<Record<string, Json>>; readonly error?: Json };
}

type Answer = Heard['answer'];
type Ask = (sent: Sent, message: Message | undefined) => Promise<Answer | undefined>;

const identity = { name: 'desk', version: '1.0.0' };

/** Sends the messages of a recorded host to a server in order, and resolves to the answers. */
export async function replay(conversation: Conversation, runtime: Runtime): Promise<Heard[]> {
  const { ask, close } = await (conversation.over === 'stdio' ? overStdio : overHttp)(runtime);
  const heard: Heard[] = [];
  for (const sent of conversation.sent) {
    const state = heard.at(-1)?.answer.result?.['requestState'] as string | undefined;
    const message = sent.message && withState(sent.message, state);
    const answer = await ask(sent, message);
    if (message !== undefined && answer !== undefined) heard.push({ message, answer });
  }
  await close();
  return heard;
}

async function overStdio(runtime: Runtime): Promise<{ ask: Ask; close(): Promise<void> }> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serveStdio(runtime, { ...identity, stdin, stdout });
  const lines = new Lines(stdin, stdout);
  const answerTo = async (id: Json): Promise<Answer> => {
    for (let count = 1; ; count += 1) {
      const found = (await lines.until(count)).find(
        (each) => (each as Answer).id === id && !('method' in (each as object)),
      );
      if (found !== undefined) return found as Answer;
    }
  };
  return {
    ask: async (_, message) => {
      lines.write(JSON.stringify(message));
      return message !== undefined && isAnswered(message) ? answerTo(message.id) : undefined;
    },
    close: () => server.close(),
  };
}

async function overHttp(runtime: Runtime): Promise<{ ask: Ask; close(): Promise<void> }> {
  const server = await serveHttp(runtime, { ...identity, port: 0 });
  const ended = new AbortController();
  let session = '';
  return {
    ask: async (sent, message) => {
      const response = await request(server.url, { sent, message, session, signal: ended.signal });
      session = response.headers.get('mcp-session-id') ?? session;
      return message !== undefined && isAnswered(message) ? answerIn(await response.text(), message.id) : undefined;
    },
    close: async () => {
      ended.abort();
      await server.close();
    },
  };
}

interface HttpRequest {
  readonly sent: Sent;
  readonly message: Message | undefined;
  readonly session: string;
  readonly signal: AbortSignal;
}

async function request(url: string, { sent, message, session, signal }: HttpRequest): Promise<Response> {
  const { method = 'POST', headers = {} } = sent;
  const own = 'mcp-session-id' in headers ? { ...headers, 'mcp-session-id': session } : headers;
  const body = message && JSON.stringify(message);
  const response = await fetch(url, { method, headers: own, ...(body && { body }), signal });
  if (!response.ok) throw new Error(`${method} was answered with ${response.status}`);
  return response;
}

function answerIn(text: string, id: Json): Answer {
  const all = text.startsWith('{') ? [JSON.parse(text) as Json] : eventsOf(text);
  return all.find((each) => (each as Answer).id === id) as Answer;
}
