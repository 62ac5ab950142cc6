import {
  Complete,
  defineClass,
  definePack,
  mount,
  Arg,
  type GetPromptResult,
  type Interceptor,
  onGetPrompt,
  Prompt,
  type PromptHandler,
  type Resolver,
  Tool,
  type ToolHandler,
  Runtime,
  sectionOf,
} from '@cuecard/core';
import { CuecardModule, type CuecardModuleOptions } from '@cuecard/nestjs';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  Module,
  type Provider,
  Scope,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { call, closeAll, namesIn, SERVER, start, textOf } from './support/applications.ts';

afterEach(closeAll);

const forbidden = { code: 403, message: 'Forbidden resource', data: { status: 403 } };

/** Returns a new class for each use, because Nest registers guards by class. */
function refusing(): Type<CanActivate> {
  @Injectable()
  class Refusing implements CanActivate {
    canActivate = () => false;
  }
  return Refusing;
}

async function serving(providers: Provider[], imports: object[] = []): Promise<string> {
  @Module({ imports: [CuecardModule.forRoot(SERVER), ...(imports as Type[])], providers })
  class App {}
  const { url } = await start(App);
  return `${url}/mcp`;
}

describe('guards of a class', () => {
  test('run for providers with useClass, useFactory, useValue and useExisting', async () => {
    class Answering {
      render = () => 'never';
    }
    @Prompt()
    @UseGuards(refusing())
    class ByToken extends Answering {}
    @Prompt()
    @UseGuards(refusing())
    class ByClass extends Answering {}
    class Substitute extends Answering {}
    @Prompt()
    @UseGuards(refusing())
    class ByFactory extends Answering {}
    @Prompt()
    @UseGuards(refusing())
    class ByFactoryOnce extends Answering {}
    @Prompt()
    @UseGuards(refusing())
    class ByValue extends Answering {}
    @Prompt()
    @UseGuards(refusing())
    class Existing extends Answering {}
    @Prompt()
    class ByMethod {
      @UseGuards(refusing())
      render() {
        return 'never';
      }
    }
    const url = await serving([
      Answering,
      { provide: 'A TOKEN', useClass: ByToken },
      { provide: ByClass, useClass: Substitute },
      { provide: ByFactory, useFactory: () => new ByFactory() },
      { provide: ByFactoryOnce, scope: Scope.REQUEST, useFactory: () => new ByFactoryOnce() },
      { provide: ByValue, useValue: new ByValue() },
      { provide: Existing, useExisting: Answering },
      { provide: ByMethod, useFactory: () => new ByMethod() },
    ]);
    expect(await namesIn(url, 'prompts')).toEqual([]);
    const names = ['by_token', 'by_class', 'by_factory', 'by_factory_once', 'by_value', 'existing', 'by_method'];
    expect(await Promise.all(names.map((name) => textOf(url, name)))).toEqual(names.map(() => forbidden));
  });

  test('get request-scoped services if a factory or value provides the class', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Caller {
      constructor(@Inject('REQUEST') readonly request: { readonly headers: Readonly<Record<string, string>> }) {}
    }
    @Injectable()
    class ForAnn implements CanActivate {
      constructor(private readonly caller: Caller) {}
      canActivate = () => this.caller.request.headers['x-user'] === 'ann';
    }
    @Prompt()
    @UseGuards(ForAnn)
    class ByFactory {
      render = () => 'a factory';
    }
    @Prompt()
    @UseGuards(ForAnn)
    class ByValue {
      render = () => 'a value';
    }
    const url = await serving([
      Caller,
      { provide: ByFactory, useFactory: () => new ByFactory() },
      { provide: ByValue, useValue: new ByValue() },
    ]);
    const ann = { 'x-user': 'ann' };
    expect([await namesIn(url, 'prompts'), await textOf(url, 'by_factory'), await textOf(url, 'by_value')]).toEqual([
      [],
      forbidden,
      forbidden,
    ]);
    expect([
      await namesIn(url, 'prompts', ann),
      await textOf(url, 'by_factory', {}, ann),
      await textOf(url, 'by_value', {}, ann),
    ]).toEqual([['by_factory', 'by_value'], 'a factory', 'a value']);
  });

  test('run for a prompt that a test overrides, even if they are request-scoped', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Scoped implements CanActivate {
      constructor(@Inject('ALLOWED') private readonly isAllowed: boolean) {}
      canActivate = () => this.isAllowed;
    }
    @Prompt()
    @UseGuards(Scoped)
    class Guarded implements PromptHandler {
      render = () => 'the real one';
    }
    @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Guarded, { provide: 'ALLOWED', useValue: false }] })
    class App {}
    const built = () =>
      Test.createTestingModule({ imports: [App] })
        .overrideProvider(Guarded)
        .useValue({ render: () => 'in its place' });
    const refused = (await built().compile()).get(Runtime);
    await expect(refused.prompts.get({ name: 'guarded' })).rejects.toMatchObject(forbidden);
    const allowed = (await built().overrideProvider('ALLOWED').useValue(true).compile()).get(Runtime);
    expect((await allowed.prompts.get({ name: 'guarded' })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'in its place' } },
    ]);
  });

  test('prevent the start if a resolver constructs the class instead of Nest', async () => {
    @Prompt()
    @UseGuards(refusing())
    class Guarded implements PromptHandler {
      render = () => 'never';
    }
    const resolver: Resolver = (type) => new type();
    const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [Guarded] });
    const inside = definePack({ name: 'outer', version: '1.0.0', prompts: [mount(pack, { resolver })] });
    const entries = [
      mount(pack, { prefix: 'mine', resolver }),
      mount(inside, { prefix: 'outer' }),
      ...defineClass(Guarded, { resolver }),
    ];
    const line =
      'Guarded has guards or other enhancers, but Nest does not run them, because Nest does not construct "guarded". Pass the class itself to forFeature, or remove the resolver of the mount. [guards-bypassed]';
    const attempts = entries.map((entry) => serving([], [CuecardModule.forFeature([entry])]));
    expect(await Promise.all(attempts.map((each) => each.catch((error: Error) => error.message)))).toEqual(
      ['mine_guarded', 'outer_guarded', 'guarded'].map((name) => {
        const problem = line.replace('"guarded"', `"${name}"`);
        return `Invalid definitions (1):\n  - ${problem}\nSee ${sectionOf('guards-bypassed')}`;
      }),
    );
  });
});

describe('versions with guards', () => {
  class Args {
    @Arg()
    word?: string;
  }
  @Prompt({ name: 'review', version: '1.0.0', args: Args })
  class First implements PromptHandler<Args> {
    @Complete('word')
    words() {
      return ['seen'];
    }
    render = () => 'the first';
  }
  @Prompt({ name: 'review', version: '2.0.0', args: Args })
  @UseGuards(refusing())
  class Second implements PromptHandler<Args> {
    @Complete('word')
    words() {
      return ['hidden'];
    }
    render = () => 'the second';
  }
  const complete = (url: string, name: string) =>
    call(url, 'completion/complete', { ref: { type: 'ref/prompt', name }, argument: { name: 'word', value: '' } });

  test('render the version that is listed for the caller', async () => {
    const url = await serving([First, Second]);
    expect(await namesIn(url, 'prompts')).toEqual(['review']);
    const asked = { word: 'any' };
    expect([await textOf(url, 'review', asked), await textOf(url, 'review@1.0.0', asked)]).toEqual([
      'the first',
      'the first',
    ]);
    expect((await complete(url, 'review')).result).toEqual({
      completion: { values: ['seen'], total: 1, hasMore: false },
    });
  });

  test('hide their names from callers that their guards reject', async () => {
    const url = await serving([First, Second]);
    const unknown = (name: string) => ({
      code: -32602,
      message: `Unknown prompt "${name}"; did you mean "review@1.0.0"?`,
      data: { prompt: name, suggestion: 'review@1.0.0' },
    });
    expect(await textOf(url, 'review@2.0.0')).toEqual(unknown('review@2.0.0'));
    expect(await textOf(url, 'review@3.0.0')).toEqual(unknown('review@3.0.0'));
    expect((await complete(url, 'review@2.0.0')).error).toEqual(unknown('review@2.0.0'));
  });

  test('reject the caller if the guards of every version do', async () => {
    @Prompt({ name: 'review', version: '1.0.0' })
    @UseGuards(refusing())
    class Other implements PromptHandler {
      render = () => 'never';
    }
    const url = await serving([Other, Second]);
    expect([await textOf(url, 'review'), await textOf(url, 'review@1.0.0')]).toEqual([forbidden, forbidden]);
    expect((await complete(url, 'review')).error).toEqual(forbidden);
  });
});

test('suggests no name for an unknown version of a hidden prompt or tool', async () => {
  @Prompt({ name: 'secret_plan', version: '1.0.0' })
  @UseGuards(refusing())
  class Plan implements PromptHandler {
    render = () => 'never';
  }
  @Tool({ name: 'secret_tool', version: '1.0.0', description: 'Keeps it' })
  @UseGuards(refusing())
  class Keeper implements ToolHandler {
    call = () => 'never';
  }
  const url = await serving([Plan, Keeper]);
  const name = 'secret_plan@9.0.0';
  const unknown = { code: -32602, message: `Unknown prompt "${name}"`, data: { prompt: name } };
  const ref = { type: 'ref/prompt', name };
  const argument = { name: 'word', value: '' };
  expect(await textOf(url, name)).toEqual(unknown);
  expect((await call(url, 'completion/complete', { ref, argument })).error).toEqual(unknown);
  expect((await call(url, 'tools/call', { name: 'secret_tool@9.0.0' })).error).toEqual({
    code: -32602,
    message: 'Unknown tool "secret_tool@9.0.0"',
    data: { tool: 'secret_tool@9.0.0' },
  });
});

test('runs a guard that main.ts adds after the first call', async () => {
  @Prompt()
  class Open implements PromptHandler {
    render = () => 'open';
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Open] })
  class App {}
  const { app, url } = await start(App);
  expect(await textOf(`${url}/mcp`, 'open')).toBe('open');
  app.useGlobalGuards({ canActivate: (context) => context.getType<string>() !== 'cuecard' });
  expect([await textOf(`${url}/mcp`, 'open'), await namesIn(`${url}/mcp`, 'prompts')]).toEqual([forbidden, forbidden]);
});

test('runs guards once, before a Cuecard interceptor that answers instead of the handler', async () => {
  const asked: string[] = [];
  @Injectable()
  class ForAnn implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const { headers } = context.switchToHttp().getRequest<{ headers: Readonly<Record<string, string>> }>();
      asked.push(`${headers['x-user']}`);
      return headers['x-user'] === 'ann';
    }
  }
  @Prompt()
  @UseGuards(ForAnn)
  class Plan implements PromptHandler {
    render = () => 'the plan';
  }
  @Prompt({ interceptors: [keeping()] })
  @UseGuards(ForAnn)
  class Kept implements PromptHandler {
    render = () => 'kept by its own';
  }
  const { url } = await start(applicationOf([Plan, Kept], { interceptors: [keeping()] }));
  const answers = (user: string) =>
    Promise.all(['plan', 'kept'].map((name) => textOf(`${url}/mcp`, name, {}, { 'x-user': user })));
  expect([await answers('ann'), await answers('bob'), await answers('ann')]).toEqual([
    ['the plan', 'kept by its own'],
    [forbidden, forbidden],
    ['the plan', 'kept by its own'],
  ]);
  expect(asked).toEqual(['ann', 'ann', 'bob', 'bob', 'ann', 'ann']);
});

/** Returns the first result for each name to all callers. */
function keeping(): Interceptor {
  const kept = new Map<string, GetPromptResult>();
  return onGetPrompt(async ({ params }, next) => {
    const { name } = params;
    const answer = kept.get(name) ?? (await next());
    kept.set(name, answer);
    return answer;
  });
}

function applicationOf(providers: Provider[], options: Partial<CuecardModuleOptions>): Type {
  @Module({ imports: [CuecardModule.forRoot({ ...SERVER, ...options })], providers })
  class App {}
  return App;
}
