import {
  definePack,
  fromServices,
  Prompt,
  type PromptHandler,
  Registry,
  Resource,
  type ResourceHandler,
  Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { definitionFaults, faultAt } from './support/faults.ts';

@Prompt()
class GreetingPrompt implements PromptHandler {
  render = () => 'Hello';
}
@Tool()
class ClockTool implements ToolHandler {
  call = () => 'Noon';
}
@Resource({ uri: 'memo:guide' })
class GuideResource implements ResourceHandler {
  read = () => 'The guide';
}

const instanceAt = (where: string, type: string) => ({
  ...faultAt(
    where,
    'entry-invalid',
    `is an instance of ${type}`,
    'List the class. To keep this instance, register it, as in fromServices([[Orders, orders]])',
  ),
  type,
});
const promiseAt = (where: string) => ({
  ...faultAt(where, 'entry-invalid', 'is a promise', 'Await it before you register it'),
  type: 'Promise',
});

describe('Runtime', () => {
  test('names the index and the class of an instance that is listed', () => {
    const options = {
      prompts: [GreetingPrompt, new GreetingPrompt()],
      tools: [new ClockTool()],
      resources: [GuideResource, new GuideResource()],
    };
    expect(definitionFaults(() => new Runtime(options as never))).toEqual([
      instanceAt('prompts[1]', 'GreetingPrompt'),
      instanceAt('tools[0]', 'ClockTool'),
      instanceAt('resources[1]', 'GuideResource'),
    ]);
  });

  test('names the index of a promise in a list', () => {
    const tools = [Promise.resolve(ClockTool)];
    expect(definitionFaults(() => new Runtime({ prompts: [GreetingPrompt], tools } as never))).toEqual([
      promiseAt('tools[0]'),
    ]);
  });

  test.each([
    ['prompts', '`prompts` is a promise: await it before you register it'],
    [
      'tools',
      'Runtime has the option "tools", which cannot be a promise (await it); use an array of classes, definitions and packs',
    ],
    [
      'resources',
      'Runtime has the option "resources", which cannot be a promise (await it); use an instance of a class that extends ResourceReader, or an array of classes, definitions and readers',
    ],
  ])('rejects a promise for the list of %s', (option, message) => {
    const options = { prompts: [GreetingPrompt], [option]: Promise.resolve([]) };
    expect(() => new Runtime(options as never)).toThrow(new TypeError(message));
  });

  test('serves the other entries if onFault is isolate', () => {
    const runtime = new Runtime({
      prompts: [GreetingPrompt, new GreetingPrompt() as never],
      onFault: 'isolate',
      logger: { error() {}, warn() {} },
    });
    expect([runtime.registry.names(), runtime.faults]).toEqual([
      ['greeting'],
      [instanceAt('prompts[1]', 'GreetingPrompt')],
    ]);
  });
});

test('Registry reports the index of an entry that is an instance or a plain object', () => {
  expect(definitionFaults(() => new Registry([new GreetingPrompt(), {}] as never))).toEqual([
    instanceAt('entries[0]', 'GreetingPrompt'),
    {
      ...faultAt(
        'entries[1]',
        'entry-invalid',
        'is listed but is not a class, definition or pack',
        'List only classes, definitions and packs. If it is one of these, install only one copy of @cuecard/core',
      ),
    },
  ]);
});

test('definePack() names the pack, the list and the index of an instance', () => {
  const desk = definePack({
    name: 'desk',
    version: '1.0.0',
    prompts: [GreetingPrompt],
    tools: [new ClockTool()],
  } as never);
  expect(definitionFaults(() => new Registry([desk]))).toEqual([instanceAt('desk/tools[0]', 'ClockTool')]);
});

test('fromServices() rejects a promise instead of a service', () => {
  class Database {
    query = () => 'row';
  }
  @Prompt()
  class RowPrompt implements PromptHandler {
    constructor(private readonly database: Database) {}
    render = () => this.database.query();
  }
  const open = async () => new Database();
  const desk = definePack({ name: 'desk', version: '1.0.0', prompts: [GreetingPrompt], requires: [Database] });
  const options = { prompts: [RowPrompt, desk], resolver: fromServices([[Database, open()]]) };
  const problem = 'needs Database, which is still a promise in the list of services';
  expect(definitionFaults(() => new Runtime(options))).toEqual([
    faultAt('desk', 'service-not-awaited', problem, 'Await it before you register it'),
    faultAt('RowPrompt', 'service-not-awaited', problem, 'Await it before you register it'),
  ]);
});
