import { Arg, Complete, Prompt, type PromptHandler, type ListedResource, ResourceReader, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

const logger = { error() {}, warn() {} };

/** A reader of one resource, whose URI and texts tell the generation of what serves it. */
class Generation extends ResourceReader {
  readonly #generation: string;

  constructor(generation: string) {
    super();
    this.#generation = generation;
  }

  override async read(uri: string) {
    return { uri, mimeType: 'text/plain', text: this.#generation };
  }

  override async *list(): AsyncIterable<ListedResource> {
    yield { uri: `memo:${this.#generation}`, name: this.#generation };
  }

  override get templates() {
    return [{ uriTemplate: 'memo:{name}', name: this.#generation }];
  }

  override async complete() {
    return [`memo:${this.#generation}`];
  }
}

function promptOf(generation: string) {
  class Args {
    @Arg() topic!: string;
  }
  @Prompt({ name: 'talk', description: generation, args: Args })
  class Talk implements PromptHandler<Args> {
    render = () => generation;

    @Complete('topic')
    topics() {
      return [generation];
    }
  }
  return Talk;
}

const prompt = { type: 'ref/prompt', name: 'talk' } as const;
const template = { type: 'ref/resource', uri: 'memo:{name}' } as const;

/** Every method, with what of its answer tells the generation. */
const METHODS: [string, (runtime: Runtime) => Promise<unknown>][] = [
  ['prompts/list', async ({ prompts }) => (await prompts.list()).prompts[0]?.description],
  ['prompts/get', async ({ prompts }) => textOf(await prompts.get({ name: 'talk', arguments: { topic: 'a' } }))],
  ['resources/list', async ({ resources }) => (await resources?.list())?.resources[0]?.name],
  ['resources/templates/list', async ({ resources }) => (await resources?.listTemplates())?.resourceTemplates[0]?.name],
  ['resources/read', async ({ resources }) => (await resources?.read({ uri: 'memo:any' }))?.contents[0]],
  ['completion of an argument', (runtime) => completed(runtime, prompt, 'topic')],
  ['completion of a variable', (runtime) => completed(runtime, template, 'name')],
];

function textOf({ messages }: Awaited<ReturnType<Runtime['prompts']['get']>>): unknown {
  const content = messages[0]?.content;
  return content?.type === 'text' ? content.text : undefined;
}

async function completed(runtime: Runtime, ref: typeof prompt | typeof template, name: string): Promise<unknown> {
  return (await runtime.complete({ ref, argument: { name, value: '' } })).completion.values[0];
}

describe.each(METHODS)('a request for %s that waits before the look-up', (_, ask) => {
  const of = (generation: string, prepare?: () => Promise<void>) =>
    new Runtime({
      prompts: [promptOf(generation)],
      resources: new Generation(generation),
      logger,
      ...(prepare && { prepare }),
    });

  test('is answered from what was served when it began', async () => {
    let goOn = () => {};
    const runtime = of('old', () => new Promise<void>((resolve) => (goOn = resolve)));
    const asked = ask(runtime);
    await Promise.resolve();
    runtime.become(of('new'));
    goOn();
    expect(JSON.stringify(await asked)).toContain('old');
    expect(JSON.stringify(await ask(runtime))).toContain('new');
  });
});
