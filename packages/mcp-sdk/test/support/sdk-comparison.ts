import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  Arg,
  Complete,
  Field,
  Prompt,
  type RequestContext,
  RequestError,
  type PromptHandler,
  Runtime,
  type ResourceContents,
  NotFoundError,
  Resource,
  type ResourceHandler,
  ResourceReader,
  Tool,
  type ToolHandler,
  audio,
  user,
} from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk';
import { serveStdio } from '@cuecard/server';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { runs } from '../../../../test/support/runs.ts';
import { saidBy, type Sender, senders, type Sent } from './corpus.ts';
import { initialize } from '../../../server/test/wire/support/raw.ts';
import type { RawAnswer } from '../../../server/test/wire/support/sockets.ts';

let pausing = 0;

/** Pauses a handler, so that later requests are answered first. */
async function pause(ms: number): Promise<void> {
  pausing += 1;
  await sleep(ms);
  pausing -= 1;
}

/** The ids of the requests whose handlers ask the user, in the servers that are compared. */
const asking = new Set<unknown>();

/** Waits for paused handlers, and for the output of the other handlers. */
async function untilIdle(): Promise<void> {
  do {
    await turn();
    await turn();
  } while (pausing > 0);
  await turn();
  await turn();
}

class CodeArgs {
  @Arg()
  code!: string;

  @Arg()
  tone = 'kind';
}

@Prompt({ title: 'Review', args: CodeArgs })
class Review implements PromptHandler<CodeArgs> {
  render = ({ code, tone }: CodeArgs) => {
    return `${tone}: ${code}`;
  };

  @Complete('tone')
  tones() {
    return ['kind', 'harsh'];
  }
}

@Prompt()
class Fail implements PromptHandler {
  render = () => {
    throw new Error('secret');
  };
}

@Prompt()
class Refuse implements PromptHandler {
  render = () => {
    throw new RequestError('Not today', { code: 50, data: { when: ['to', 'morrow'] } });
  };
}

@Prompt()
class Late implements PromptHandler {
  render = async () => {
    await pause(3);
    return 'late';
  };
}

@Prompt()
class Sound implements PromptHandler {
  render = async () => user(await audio(Buffer.from('RIFF0000WAVEfmt ')));
}

@Prompt()
class Tell implements PromptHandler {
  render = async (_: object, context: RequestContext) => {
    context.progress(1, 2, 'half');
    await pause(1);
    context.log('info', 'told');
    return 'told';
  };
}

@Prompt()
class Ask implements PromptHandler {
  render = async (_: object, context: RequestContext) => {
    asking.add(context.requestId);
    return (await context.ask(CodeArgs, 'What?')).code;
  };
}

/** Returns everything that a prompt knows about its request. */
@Prompt()
class Know implements PromptHandler {
  render = (_: object, { client, requestId, sessionId, auth, meta, trace }: RequestContext) =>
    JSON.stringify({ client, requestId, hasSession: sessionId !== undefined, auth, meta, trace });
}

class Shelf extends ResourceReader {
  override async read(uri: string): Promise<ResourceContents> {
    if (uri !== 'shelf:///1') throw new NotFoundError('resource', uri);
    return { uri, mimeType: 'text/plain', text: 'one' };
  }

  override async *list() {
    yield { uri: 'shelf:///1', name: 'one' };
  }

  override get templates() {
    return [{ uriTemplate: 'shelf:///{number}', name: 'book' }];
  }
}

class SumArgs {
  @Arg()
  a!: number;

  @Arg()
  note = '';
}

class Sum {
  @Field()
  sum!: number;

  @Field()
  note!: string;
}

@Tool({ args: SumArgs, output: Sum, annotations: { readOnlyHint: true } })
class AddOne implements ToolHandler<SumArgs, Sum> {
  call = ({ a, note }: SumArgs) => {
    return { sum: a + 1, note };
  };
}

@Tool({ name: 'break' })
class Break implements ToolHandler {
  call = () => {
    throw new Error('secret');
  };
}

@Tool({ name: 'decline' })
class Decline implements ToolHandler {
  call = async () => {
    await pause(1);
    throw new RequestError('Not today', { code: 50, data: { when: 'tomorrow' } });
  };
}

@Tool({ name: 'consult' })
class Consult implements ToolHandler {
  call = async (_: object, context: RequestContext) => {
    asking.add(context.requestId);
    return (await context.ask(CodeArgs, 'What?')).code;
  };
}

class RouteArgs {
  @Arg({ header: 'Region' })
  region = 'eu';

  @Arg({ header: 'Urgent' })
  urgent = false;
}

@Tool({ name: 'route', args: RouteArgs })
class Route implements ToolHandler<RouteArgs> {
  call = ({ region, urgent }: RouteArgs) => {
    return `${region} ${urgent}`;
  };
}

class PageArgs {
  @Arg()
  number!: number;
}

@Resource({ uri: 'page:///{number}', args: PageArgs, mimeType: 'application/json' })
class Page implements ResourceHandler<PageArgs> {
  read = ({ number }: PageArgs) => ({ number });
}

const silent = { error() {}, warn() {}, info() {}, debug() {} };
const prompts = [Review, Fail, Refuse, Late, Sound, Tell, Ask, Know];
const runtimes = {
  'prompts, tools and resources': new Runtime({
    prompts,
    tools: [AddOne, Break, Decline, Consult, Route],
    resources: [new Shelf(), Page],
    logger: silent,
  }),
  prompts: new Runtime({ prompts, logger: silent }),
};

const identity = { name: 'x', version: '1', title: 'X', maxCompletionsPerSecond: Infinity };

/** A server that receives requests. */
interface Target {
  /** Opens a session of a revision. */
  open(revision: string): Promise<string>;
  /** Sends a request. Resolves to `undefined` if it cannot be sent. */
  send(sent: Sent, fill: (text: string) => string): Promise<RawAnswer | undefined>;
  readonly host: string;
  close(): Promise<void>;
}

async function ask(target: Target, sent: Sent, known: { session: string; id: number }): Promise<RawAnswer | undefined> {
  const fill = (text: string) =>
    text.replaceAll('{host}', target.host).replaceAll('{session}', known.session).replaceAll('{id}', `${known.id}`);
  const answer = await target.send(sent, fill);
  const comparable = (text: string) =>
    text
      .replaceAll(known.session || '?', '{session}')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '{uuid}')
      .replace(/^retry: \d+$/gm, 'retry: {random}')
      .replace(/"requestState":"[^"]*"/, '"requestState":"{signed}"');
  return answer && { ...answer, head: answer.head.map(comparable), body: comparable(answer.body) };
}

const PONG = /"id":"ping \d+"/;

/** Serves a runtime by the server and the transport of an SDK. */
async function serveBySdk(runtime: Runtime, { stdin, stdout }: Record<'stdin' | 'stdout', PassThrough>) {
  const { name, version, title } = identity;
  const server = new Server({ name, version, title });
  bindRuntime(server, runtime);
  await server.connect(new StdioServerTransport(stdin, stdout));
  return server;
}

/**
 * Whether the SDK is known to answer a line otherwise: it drops invalid messages, decodes invalid UTF-8, has no limit of
 * length, does not know revision 2026-07-28, and refuses tasks instead of answering without one (2025-11-25:
 * basic/utilities/tasks, "Task Support and Handling").
 */
export function isKnownToDiffer({ name, ours: answer, sdks }: Difference): boolean {
  const [ours, theirs] = [answer?.body ?? '', sdks?.body ?? ''];
  return (
    theirs === '[]' ||
    /"Parse error: the line is not UTF-8"|"Invalid Request: longer than /.test(ours) ||
    name.includes('"2026-07-28"}}}') ||
    theirs.includes('does not support task creation')
  );
}

/** As lines, without headers. */
async function overLines(serve: typeof serveStdio | typeof serveBySdk, runtime: Runtime): Promise<Target> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serve(runtime, { ...identity, stdin, stdout });
  const lines = createInterface({ input: stdout });
  let received: string[] = [];
  let wake = () => {};
  lines.on('line', (line) => {
    received.push(line);
    wake();
  });
  let pings = 0;
  const isAnswered = (id: unknown) =>
    received.some((line) => isDeepStrictEqual((JSON.parse(line) as { id?: unknown }).id, id));
  const answerTo = async (id: unknown) => {
    while (!isAnswered(id)) await new Promise<void>((resolve) => (wake = resolve));
  };
  /** Sends a line, and waits until the server has answered a ping after it. */
  const ping = async (line: string) => {
    const id = `ping ${(pings += 1)}`;
    stdin.write(Buffer.from(`${line}\n{"jsonrpc":"2.0","id":"${id}","method":"ping"}\n`, 'latin1'));
    await answerTo(id);
  };
  return {
    open: async (revision) => {
      stdin.write(`${JSON.stringify(initialize(revision))}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
      await answerTo('init');
      return '';
    },
    send: async ({ body }, fill) => {
      const line = fill(body.toString('latin1')).trim();
      if (line === '' || line.includes('\n')) return undefined;
      received = [];
      await ping(line);
      await untilIdle(); // Not every request has a response, and some responses have no id.
      const { id } = (jsonOf(line) ?? {}) as { id?: unknown };
      if (asking.has(id)) await answerTo(id); // Its state is signed in another thread.
      else if (!isAnswered(id)) await ping(''); // The server delays its output for milliseconds, but keeps the order.
      const answers = received.filter((each) => !PONG.test(each));
      return { status: '', head: [], body: JSON.stringify(answers.map(jsonOf).toSorted(byJson)) };
    },
    host: '',
    close: () => server.close(),
  };
}

function byJson(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** A request with different responses. */
export interface Difference {
  readonly name: string;
  readonly ours: RawAnswer | undefined;
  readonly sdks: RawAnswer | undefined;
}

interface Targets {
  readonly ours: Target;
  readonly sdks: Target;
}

/** Some requests of one sender. */
export interface Corpus {
  readonly sender: Pick<Sender, 'session'>;
  readonly said: readonly Sent[];
}

/** The requests of all senders. */
export const corpora: readonly Corpus[] = senders.map((sender) => ({ sender, said: saidBy(sender, 20) }));

/** The minimum number of requests in a comparison. CI sends the whole corpora. */
export const ENOUGH = runs(2_000);
const STEP = Math.max(1, Math.round(2_000 / ENOUGH));

/** Returns every request in CI and a twentieth elsewhere. Senders skip different ones, so that some sender sends each. */
export function askedOf(all: readonly Corpus[]): readonly Corpus[] {
  return all.map(({ sender, said }, at) => ({ sender, said: said.filter((_, index) => (index + at) % STEP === 0) }));
}

/** Returns the requests for lists that are empty if a server has only prompts. */
export const listing = (asked: readonly Corpus[]): Corpus[] =>
  asked.map(({ sender, said }) => ({ sender, said: said.filter(({ body }) => LISTING.test(`${body}`)) }));

const LISTING = /"(tools|resources|resources\/templates)\/list"/;

/** Resolves to the differences. A sender sends one request at a time, because the SDK confuses ids in use. */
async function differences({ ours, sdks }: Targets, { sender, said }: Corpus): Promise<Difference[]> {
  if (sender.session !== undefined) await Promise.all([ours.open(sender.session), sdks.open(sender.session)]);
  const found: Difference[] = [];
  for (const [index, sent] of said.entries()) {
    const known = { session: '', id: 1_000 + index };
    const [one, other] = await Promise.all([ask(ours, sent, known), ask(sdks, sent, known)]);
    if (!isDeepStrictEqual(withoutOrder(one), withoutOrder(other)))
      found.push({ name: sent.name, ours: one, sdks: other });
  }
  return found;
}

/** Removes the order of headers and of JSON properties. */
function withoutOrder(answer: RawAnswer | undefined): unknown {
  if (answer === undefined) return undefined;
  const head = answer.head.filter((line) => !/^content-length:/i.test(line)).toSorted();
  return { ...answer, head, body: jsonOf(answer.body), length: answer.body.length };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Sends the same requests over stdio to a server and to one of the SDK, and resolves to the differences. */
export async function compareWithSdk(
  asked: readonly Corpus[],
  serving: keyof typeof runtimes = 'prompts, tools and resources',
) {
  const runtime = runtimes[serving];
  const found: Difference[] = [];
  for (const corpus of asked) {
    asking.clear();
    const targets = { ours: await overLines(serveStdio, runtime), sdks: await overLines(serveBySdk, runtime) };
    found.push(...(await differences(targets, corpus)));
    await Promise.all([targets.ours.close(), targets.sdks.close()]);
  }
  return { requests: asked.flatMap(({ said }) => said).length, found };
}
