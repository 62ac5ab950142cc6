import { setTimeout as sleep } from 'node:timers/promises';
import {
  Arg,
  Complete,
  Prompt,
  type PromptContext,
  PromptError,
  type PromptHandler,
  PromptRuntime,
  type ResourceContents,
  ResourceNotFoundError,
  ResourceReader,
  audio,
  user,
} from '@cuecard/core';
import type { Adapter } from './adapter.ts';
import { saidBy, type Sender, senders, type Sent, toPieces } from './corpus.ts';
import { initialize, post } from './raw.ts';
import { exchange, type RawAnswer } from './sockets.ts';

Error.stackTraceLimit = 50;
const seen = { lane: 0, server: 0 };
const look = () => void (seen[/lane-call/.test(new Error('where').stack ?? '') ? 'lane' : 'server'] += 1);

class CodeArgs {
  @Arg()
  code!: string;

  @Arg()
  tone = 'kind';
}

@Prompt({ title: 'Review', args: CodeArgs })
class Review implements PromptHandler<CodeArgs> {
  render = ({ code, tone }: CodeArgs) => {
    look();
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
    throw new PromptError('Not today', { code: -32050, data: { when: ['to', 'morrow'] } });
  };
}

@Prompt()
class Late implements PromptHandler {
  render = async () => {
    await sleep(3);
    return 'late';
  };
}

@Prompt()
class Sound implements PromptHandler {
  render = async () => user(await audio(Buffer.from('RIFF0000WAVEfmt ')));
}

@Prompt()
class Tell implements PromptHandler {
  render = async (_: object, context: PromptContext) => {
    context.progress(1, 2, 'half');
    await sleep(1);
    context.log('info', 'told');
    return 'told';
  };
}

@Prompt()
class Ask implements PromptHandler {
  render = async (_: object, context: PromptContext) => (await context.ask(CodeArgs, 'What?')).code;
}

/** Says all that prompts are told of their request. */
@Prompt()
class Know implements PromptHandler {
  render = (_: object, { client, requestId, sessionId, auth, meta, trace }: PromptContext) =>
    JSON.stringify({ client, requestId, hasSession: sessionId !== undefined, auth, meta, trace });
}

class Shelf extends ResourceReader {
  override async read(uri: string): Promise<ResourceContents> {
    if (uri !== 'shelf:///1') throw new ResourceNotFoundError(uri);
    return { uri, mimeType: 'text/plain', text: 'one' };
  }

  override async *list() {
    yield { uri: 'shelf:///1', name: 'one' };
  }

  override get templates() {
    return [{ uriTemplate: 'shelf:///{number}', name: 'book' }];
  }
}

const silent = { error() {}, warn() {}, info() {}, debug() {} };
const runtime = new PromptRuntime({
  prompts: [Review, Fail, Refuse, Late, Sound, Tell, Ask, Know],
  resources: new Shelf(),
  logger: silent,
});

type Serve = Adapter['serveHttp'];
type Server = Awaited<ReturnType<Serve>>;

async function open({ url }: Server, revision: string): Promise<string> {
  const { headers } = await post(url, JSON.stringify(initialize(revision)));
  return headers.get('mcp-session-id') ?? '';
}

async function ask(
  { url }: Server,
  sent: Sent,
  known: { session: string; id: number },
): Promise<RawAnswer | undefined> {
  const fill = (text: string) =>
    text
      .replaceAll('{host}', new URL(url).host)
      .replaceAll('{session}', known.session)
      .replaceAll('{id}', `${known.id}`);
  const answer = await exchange(url, toPieces(sent, fill));
  const comparable = (text: string) =>
    text.replaceAll(known.session || '?', '{session}').replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '{uuid}');
  return answer && { ...answer, head: answer.head.map(comparable), body: comparable(answer.body) };
}

/** What is asked twice, and how it is answered by the lane and without one. */
export interface Difference {
  readonly name: string;
  readonly lane: RawAnswer | undefined;
  readonly none: RawAnswer | undefined;
}

interface Servers {
  readonly lane: Server;
  readonly none: Server;
}

/** Whatever is answered differently. One sender asks one thing after the other, for the SDK mixes up ids in use. */
async function differences(servers: Servers, sender: Sender, corpus: readonly Sent[]): Promise<Difference[]> {
  const session = async (server: Server) => (sender.session === undefined ? '' : open(server, sender.session));
  const [laneSession, noSession] = [await session(servers.lane), await session(servers.none)];
  const found: Difference[] = [];
  for (const [index, sent] of corpus.entries()) {
    const id = 1_000 + index;
    const [lane, none] = await Promise.all([
      ask(servers.lane, sent, { session: laneSession, id }),
      ask(servers.none, sent, { session: noSession, id }),
    ]);
    if (JSON.stringify(lane) !== JSON.stringify(none)) found.push({ name: sent.name, lane, none });
  }
  return found;
}

/** Asks an adapter with a lane and one without the same, and tells what differs. */
export async function compareLane(serve: Serve) {
  const start = (lane: boolean) =>
    serve(runtime, { name: 'x', version: '1', port: 0, lane, maxCompletionsPerSecond: Infinity });
  const servers = { lane: await start(true), none: await start(false) };
  const corpora = senders.map((sender) => ({ sender, corpus: saidBy(sender, 20) }));
  const found = await Promise.all(corpora.map(({ sender, corpus }) => differences(servers, sender, corpus)));
  await Promise.all([servers.lane.close(), servers.none.close()]);
  const asked = corpora.flatMap(({ corpus }) => corpus).length;
  return { asked, isEnough: asked >= 2_000 && seen.lane > 100, found: found.flat() };
}
