import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
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

let pausing = 0;

/** Pauses a handler, so that later requests are answered first. */
async function pause(ms: number): Promise<void> {
  pausing += 1;
  await sleep(ms);
  pausing -= 1;
}

/** The ids of the requests whose handlers ask the user. */
export const asking = new Set<unknown>();

/** Waits for paused handlers, and for the output of the other handlers. */
export async function untilIdle(): Promise<void> {
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
/** The runtimes that both servers serve. */
export const runtimes = {
  'prompts, tools and resources': new Runtime({
    prompts,
    tools: [AddOne, Break, Decline, Consult, Route],
    resources: [new Shelf(), Page],
    logger: silent,
  }),
  prompts: new Runtime({ prompts, logger: silent }),
};
