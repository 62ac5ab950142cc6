import {
  Arg,
  definePrompt,
  defineResource,
  defineTool,
  DefinitionError,
  InternalError,
  Prompt,
  type PromptHandler,
  Resource,
  type ResourceHandler,
  Tool,
  type ToolHandler,
  untrusted,
  user,
  Complete,
  type CompletionContext,
  type Definition,
  Registry,
  RequestContext,
} from '@cuecard/core';
import {
  callTool,
  expectCompletion,
  expectSafe,
  fake,
  fakeContext,
  fuzzPrompt,
  fuzzResource,
  fuzzTool,
  readResource,
  renderPrompt,
  completeArgument,
} from '@cuecard/testing';
import { expect, test, describe } from '@jest/globals';

abstract class Clock {
  abstract now(): string;
}

class Name {
  @Arg()
  name!: string;
}

const noon = { now: () => 'noon' };

test('renderPrompt takes services from a list or a resolver', async () => {
  @Prompt({ args: Name })
  class Greeting implements PromptHandler<Name> {
    constructor(private readonly clock: Clock) {}
    render = ({ name }: Name) => `Greet ${name} at ${this.clock.now()}`;
  }
  const greeted = { messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ann at noon' } }] };
  expect(await renderPrompt(Greeting, { name: 'Ann' }, { provide: [[Clock, noon]] })).toEqual(greeted);
  const resolver = <T>(type: new (...services: never[]) => T) => new (type as new (clock: Clock) => T)(noon);
  expect(await renderPrompt(Greeting, { name: 'Ann' }, { provide: resolver })).toEqual(greeted);
});

test('fake checks the types of methods, and allows missing methods', async () => {
  abstract class Calendar {
    readonly #zone = 'UTC';
    abstract today(): Promise<string>;
    abstract isFree(day: string): boolean;
    protected zone = () => this.#zone;
  }
  @Prompt()
  class Plan implements PromptHandler {
    constructor(private readonly calendar: Calendar) {}
    render = async () => `Plan ${await this.calendar.today()}`;
  }
  const provide = [fake(Calendar, { today: async () => 'Monday' })];
  const planned = { messages: [{ role: 'user', content: { type: 'text', text: 'Plan Monday' } }] };
  expect(await renderPrompt(Plan, {}, { provide })).toEqual(planned);
  // @ts-expect-error today() returns a promise of a string
  fake(Calendar, { today: () => 5 });
  // @ts-expect-error Calendar has no such method
  fake(Calendar, { tomorrow: () => 'Tuesday' });
});

test('renderPrompt and the other functions accept definitions from data', async () => {
  const greeting = definePrompt({
    name: 'greeting',
    args: [{ name: 'name', required: true, complete: ['Ann', 'Bob'] }],
    render: ({ name }) => user`Greet ${untrusted(String(name))}`,
  });
  const shout = defineTool({ name: 'shout', args: [{ name: 'text' }], call: ({ text }) => String(text).toUpperCase() });
  const page = defineResource({
    name: 'page',
    uri: 'pages://{id}',
    args: [{ name: 'id' }],
    read: ({ id }) => `Page ${String(id)}`,
  });
  expect(JSON.stringify(await renderPrompt(greeting, { name: 'Ann' }))).toContain('Ann');
  expect(await callTool(shout, { text: 'a' })).toEqual({ content: [{ type: 'text', text: 'A' }] });
  const contents = [{ uri: 'pages://1', mimeType: 'text/plain', text: 'Page 1' }];
  expect(await readResource(page, { id: '1' })).toEqual({ contents });
  await expectCompletion(greeting, { name: 'B' }, ['Bob']);
  await expectSafe(greeting);
  await fuzzPrompt(greeting, { runs: 20 });
});

test('renderPrompt names a service that is not provided', async () => {
  @Prompt()
  class Greeting implements PromptHandler {
    constructor(private readonly clock: Clock) {}
    render = () => this.clock.now();
  }
  const error = await renderPrompt(Greeting, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DefinitionError);
  expect(String(error)).toContain('Greeting needs Clock, which is not among the services. Add it to fromServices([…])');
});

test('renderPrompt rejects with the error of a prompt as the cause', async () => {
  const lost = new Error('The database is gone');
  @Prompt()
  class Failing implements PromptHandler {
    render = () => {
      throw lost;
    };
  }
  const error = await renderPrompt(Failing, {}, { logger: { error() {}, warn() {} } }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(InternalError);
  expect((error as Error).cause).toBe(lost);
});

test('callTool calls a tool with typed arguments, and throws if the tool returns an error', async () => {
  @Tool({ args: Name })
  class Shout implements ToolHandler<Name> {
    call = ({ name }: Name) => name.toUpperCase();
  }
  expect(await callTool(Shout, { name: 'ann' })).toEqual({ content: [{ type: 'text', text: 'ANN' }] });
  await expect(callTool(Shout, {})).rejects.toThrow('name is required');
  // @ts-expect-error the tool has no such argument
  await expect(callTool(Shout, { nmae: 'ann' })).rejects.toThrow('nmae is not a known argument');
});

test('readResource reads a resource by URI and by template arguments', async () => {
  @Resource({ uri: 'people://{name}', args: Name })
  class Person implements ResourceHandler<Name> {
    read = ({ name }: Name) => `This is ${name}`;
  }
  const person = { contents: [{ uri: 'people://ann', mimeType: 'text/plain', text: 'This is ann' }] };
  expect(await readResource(Person, 'people://ann')).toEqual(person);
  expect(await readResource(Person, { name: 'ann' })).toEqual(person);
});

test('renderPrompt passes runtime options, such as limits, to the runtime', async () => {
  @Prompt()
  class Talkative implements PromptHandler {
    render = () => ['one', 'two', 'three'];
  }
  const logger = { error() {}, warn() {} };
  await expect(renderPrompt(Talkative, {}, { limits: { messages: 2 }, logger })).rejects.toThrow('Internal error');
  // @ts-expect-error the class is the only prompt
  await renderPrompt(Talkative, {}, { prompts: [] });
});

test('renderPrompt rejects if the caller may not see the prompt', async () => {
  @Prompt({ scopes: ['read'] })
  class Secret implements PromptHandler {
    render = () => 'secret';
  }
  await expect(renderPrompt(Secret, {})).rejects.toThrow('Unknown prompt "Secret"');
  const context = fakeContext({ auth: { scopes: ['read'] } });
  expect((await renderPrompt(Secret, {}, { context })).messages).toHaveLength(1);
});

describe('completeArgument', () => {
  class Place {
    @Arg()
    country!: string;

    @Arg({ name: 'town' })
    city!: string;
  }

  const cities = (_: string, { arguments: { country } }: CompletionContext<Place>) =>
    country === 'Italy' ? ['Rome', 'Ravenna'] : ['Bern'];

  @Prompt({ args: Place })
  class Trip implements PromptHandler<Place> {
    render = () => '';

    @Complete('city')
    cities(typed: string, context: CompletionContext<Place>) {
      return cities(typed, context);
    }
  }

  test('completes an argument by its wire name, with the values of other arguments', async () => {
    const given = { country: 'Italy' };
    expect(await completeArgument(Trip, { town: 'R' }, { given })).toEqual({
      values: ['Rome', 'Ravenna'],
      total: 2,
      hasMore: false,
    });
    await expectCompletion(Trip, { town: 'ra' }, ['Ravenna'], { given });
    await expect(expectCompletion(Trip, { town: '' }, ['Rome'])).rejects.toThrow(
      'Expected the suggestions ["Rome"]\n\nThe suggestions were ["Bern"]',
    );
  });

  test('completes a variable of a URI template', async () => {
    @Resource({ uri: 'places://{country}/{town}', args: Place })
    class PlaceResource {
      read = () => '';

      @Complete('city')
      cities(typed: string, context: CompletionContext<Place>) {
        return cities(typed, context);
      }
    }
    await expectCompletion(PlaceResource, { town: 'Rom' }, ['Rome'], { given: { country: 'Italy' } });
  });

  test('rejects a tool, and rejects no argument or several arguments', async () => {
    @Tool()
    class Hammer {
      call = () => '';
    }
    await expect(completeArgument(Hammer, { x: '' })).rejects.toThrow(
      'Hammer is a tool: only prompts and resources have completions',
    );
    await expect(completeArgument(Trip, {})).rejects.toThrow('Complete exactly one argument');
    await expect(completeArgument(Trip, { town: '', country: '' })).rejects.toThrow('Complete exactly one argument');
  });
});

describe('Method that is a handler', () => {
  class OrderId {
    @Arg() id!: number;
  }
  class Orders {
    @Prompt() explain({ id }: OrderId) {
      return `Explain ${id}.`;
    }
    @Tool() cancel({ id }: OrderId, { auth }: RequestContext) {
      return `${id} cancelled by ${auth?.principal}`;
    }
    @Resource({ uri: 'orders://{id}' }) order({ id }: OrderId) {
      return { id };
    }
  }

  test('is called by its class and name, with typed arguments and options', async () => {
    const context = fakeContext({ auth: { principal: 'ada', scopes: [] } });
    expect((await renderPrompt(Orders, 'explain', { id: 5 })).messages).toMatchObject([
      { content: { text: 'Explain 5.' } },
    ]);
    expect((await callTool(Orders, 'cancel', { id: 5 }, { context })).content).toEqual([
      { type: 'text', text: '5 cancelled by ada' },
    ]);
    expect((await readResource(Orders, 'order', { id: 5 })).contents).toMatchObject([{ text: '{"id":5}' }]);
  });

  test('is assumed only if the string names a method', async () => {
    @Resource({ uri: 'orders://{id}', args: OrderId })
    class Order {
      read = ({ id }: OrderId) => ({ id });
    }
    const read = readResource(Order, 'orders/5', { context: fakeContext() });
    await expect(read).rejects.toThrow('No resource at "orders/5"');
  });

  test('has a definition that fuzzTool and fuzzResource accept', async () => {
    const tool = new Registry([Orders]).of(Orders, 'cancel');
    const resource = new Registry([Orders]).of(Orders, 'order');
    await fuzzTool(tool as Definition, { runs: 20 });
    await fuzzResource(resource as Definition, { runs: 20 });
  });
});
