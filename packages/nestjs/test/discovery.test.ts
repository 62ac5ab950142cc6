import {
  Arg,
  definePack,
  definePrompt,
  type Interceptor,
  type InterceptorHandler,
  mount,
  Prompt,
  type PromptHandler,
  type RegistryEntry,
  type RequestContext,
  Resource,
  type ResourceHandler,
  Runtime,
  Tool,
  type ToolHandler,
  sectionOf,
} from '@cuecard/core';
import { CuecardModule, getRuntimeToken } from '@cuecard/nestjs';
import { describe, expect, test } from '@jest/globals';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  forwardRef,
  Inject,
  Injectable,
  Ip,
  Module,
  Req,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD, LazyModuleLoader } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsString, Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import { SERVER } from './support/applications.ts';

const compiled = (...imports: Parameters<typeof Test.createTestingModule>[0]['imports'] & object) =>
  Test.createTestingModule({ imports: [CuecardModule.forRoot(SERVER), ...imports] }).compile();

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it started',
    ({ message }: Error) => message,
  );

async function text(runtime: Runtime, name: string, args: Record<string, string> = {}): Promise<unknown> {
  const { messages } = await runtime.prompts.get({ name, arguments: args });
  return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type)).join('\n');
}

describe('CuecardModule.forRoot', () => {
  test('serves prompts, tools and resources with their services, without @Injectable()', async () => {
    @Injectable()
    class Clock {
      readonly year = 2026;
    }
    @Prompt()
    class Greeting implements PromptHandler {
      constructor(private readonly clock: Clock) {}
      render = () => `It is ${this.clock.year}`;
    }
    @Tool()
    class Count implements ToolHandler {
      constructor(private readonly clock: Clock) {}
      call = () => `${this.clock.year + 1}`;
    }
    @Resource({ uri: 'clock://year' })
    class Year implements ResourceHandler {
      constructor(private readonly clock: Clock) {}
      read = () => `${this.clock.year + 2}`;
    }
    @Module({ providers: [Clock, Greeting, Count, Year] })
    class ClockModule {}
    const module = await compiled(ClockModule);
    const runtime = module.get(Runtime);
    expect(await text(runtime, 'greeting')).toBe('It is 2026');
    expect((await runtime.tools.call({ name: 'count' })).content).toEqual([{ type: 'text', text: '2027' }]);
    expect((await runtime.resources?.read({ uri: 'clock://year' }))?.contents).toEqual([
      { uri: 'clock://year', mimeType: 'text/plain', text: '2028' },
    ]);
  });

  test('serves classes provided with useClass, useFactory, useExisting and useValue', async () => {
    @Prompt()
    class ByClass implements PromptHandler {
      render = () => 'a class';
    }
    @Prompt()
    class ByFactory implements PromptHandler {
      constructor(private readonly how: string) {}
      render = () => this.how;
    }
    @Prompt()
    class Existing implements PromptHandler {
      render = () => 'never';
    }
    class Other {
      render = () => 'another one';
    }
    @Prompt()
    class ByValue implements PromptHandler {
      constructor(private readonly how: string) {}
      render = () => this.how;
    }
    @Module({
      providers: [
        { provide: 'A TOKEN', useClass: ByClass },
        { provide: ByFactory, useFactory: async () => new ByFactory('a factory') },
        Other,
        { provide: Existing, useExisting: Other },
        { provide: ByValue, useValue: new ByValue('a value') },
      ],
    })
    class Providers {}
    const runtime = (await compiled(Providers)).get(Runtime);
    const names = ['by_class', 'by_factory', 'existing', 'by_value'];
    expect(await Promise.all(names.map((name) => text(runtime, name)))).toEqual([
      'a class',
      'a factory',
      'another one',
      'a value',
    ]);
  });

  test('injects services by abstract class and by token across modules with circular imports', async () => {
    abstract class Guide {
      abstract readonly text: string;
    }
    @Injectable()
    class Kind extends Guide {
      override readonly text = 'be kind';
    }
    @Prompt()
    class Review implements PromptHandler {
      constructor(
        private readonly guide: Guide,
        @Inject('LIMIT') private readonly limit: number,
        @Inject(forwardRef(() => Helper)) private readonly helper: { readonly name: string },
      ) {}
      render = () => `${this.guide.text}, ${this.limit}, ${this.helper.name}`;
    }
    @Injectable()
    class Helper {
      readonly name = 'help';
    }
    @Module({ imports: [forwardRef((): Type => Two)], providers: [Helper], exports: [Helper] })
    class One {}
    @Module({
      imports: [forwardRef(() => One)],
      providers: [Review, { provide: Guide, useClass: Kind }, { provide: 'LIMIT', useValue: 3 }],
    })
    class Two {}
    expect(await text((await compiled(One, Two)).get(Runtime), 'review')).toBe('be kind, 3, help');
  });

  test('serves dynamic modules, and lazy modules after LazyModuleLoader.load', async () => {
    @Prompt()
    class Dynamic implements PromptHandler {
      render = () => 'dynamic';
    }
    @Injectable()
    class Words {
      readonly text = 'lazy';
    }
    @Prompt()
    class Lazy implements PromptHandler {
      constructor(private readonly words: Words) {}
      render = () => this.words.text;
    }
    @Prompt()
    class Beside implements PromptHandler {
      render = () => 'beside';
    }
    @Module({})
    class Some {}
    @Module({ imports: [CuecardModule.forFeature([Lazy])], providers: [Words, Beside] })
    class LazyModule {}
    const module = await compiled({ module: Some, providers: [Dynamic] });
    const runtime = module.get(Runtime);
    expect(runtime.registry.names()).toEqual(['dynamic']);
    await module.get(LazyModuleLoader).load(() => LazyModule);
    expect(runtime.registry.names()).toEqual(['beside', 'dynamic', 'lazy']);
    expect(await text(runtime, 'lazy')).toBe('lazy');
    expect(await text(runtime, 'beside')).toBe('beside');
  });

  test('serves a module by the server that includes it, otherwise by the default server', async () => {
    @Prompt()
    class Open implements PromptHandler {
      render = () => 'open';
    }
    @Prompt()
    class Inner implements PromptHandler {
      render = () => 'inner';
    }
    @Module({ providers: [Open] })
    class OpenModule {}
    @Module({ providers: [Inner] })
    class AdminModule {}
    const admin = { ...SERVER, name: 'admin', server: 'admin', path: 'admin/mcp', include: [AdminModule] };
    const module = await compiled(CuecardModule.forRoot(admin), OpenModule, AdminModule);
    expect(module.get(Runtime).registry.names()).toEqual(['open']);
    expect(module.get<Runtime>(getRuntimeToken('admin')).registry.names()).toEqual(['inner']);
  });
});

describe('CuecardModule.forFeature with a pack', () => {
  abstract class Changes {
    abstract readonly of: string;
  }
  @Prompt()
  class Review implements PromptHandler {
    constructor(private readonly changes: Changes) {}
    render = () => `Review ${this.changes.of}`;
  }
  const reviews = definePack({ name: 'reviews', version: '1.2.0', prompts: [Review], requires: [Changes] });

  test('uses the services of each module that imports the pack', async () => {
    @Module({
      imports: [CuecardModule.forFeature([mount(reviews, { prefix: 'backend' })])],
      providers: [{ provide: Changes, useValue: { of: 'the backend' } }],
    })
    class Backend {}
    @Module({ providers: [{ provide: Changes, useValue: { of: 'the frontend' } }], exports: [Changes] })
    class Shared {}
    @Module({ imports: [Shared, CuecardModule.forFeature([mount(reviews, { prefix: 'frontend' })])] })
    class Frontend {}
    const runtime = (await compiled(Backend, Frontend)).get(Runtime);
    expect(await text(runtime, 'backend_review')).toBe('Review the backend');
    expect(await text(runtime, 'frontend_review')).toBe('Review the frontend');
  });

  test('reports the module and a missing service of `requires`', async () => {
    @Module({ imports: [CuecardModule.forFeature([reviews])] })
    class Backend {}
    expect(await problemOf(compiled(Backend))).toContain(
      'reviews needs Changes, which Backend neither provides nor imports. ' +
        'Add it to the providers of Backend, or import a module that exports it.',
    );
  });

  test('reports the module and a missing service of a class', async () => {
    const careless = definePack({ name: 'careless', version: '1.0.0', prompts: [Review] });
    @Module({ imports: [CuecardModule.forFeature([careless])] })
    class Backend {}
    const problem = await problemOf(compiled(Backend));
    expect(problem).toMatch(/Review \(\?\).* Changes at index \[0\] is available in the Backend/s);
  });
});

describe('DefinitionError at start-up', () => {
  @Prompt()
  class Review implements PromptHandler {
    render = () => 'Review';
  }

  test('names the module and the missing service of a provider', async () => {
    @Injectable()
    class Guidelines {}
    @Prompt()
    class Guided implements PromptHandler {
      constructor(readonly guidelines: Guidelines) {}
      render = () => '';
    }
    @Module({ providers: [Guided] })
    class ReviewModule {}
    expect(await problemOf(compiled(ReviewModule))).toMatch(
      /Guided \(\?\).* Guidelines at index \[0\] is available in the ReviewModule/s,
    );
  });

  test('names both modules that provide a class', async () => {
    @Module({ providers: [Review] })
    class One {}
    @Module({ imports: [CuecardModule.forFeature([Review])] })
    class Two {}
    expect(await problemOf(compiled(One, Two))).toBe(
      `Invalid definitions (1):\n  - Review is a provider of several modules: One, Two. Provide it in one module, and import that module in the others. [provided-twice]\nSee ${sectionOf('provided-twice')}`,
    );
  });

  test('names a handler with a parameter decorator that has no value in a call', async () => {
    class Note {
      @Arg()
      text!: string;
    }
    @Prompt({ name: 'review' })
    class Reading implements PromptHandler {
      render(_args: object, _context: RequestContext, @Req() _request: object, @Ip() ip: string) {
        return ip;
      }
    }
    @Injectable()
    class Orders {
      @Tool({ description: 'Creates an order' })
      create(_args: Note, _context: RequestContext, @Body() body: object) {
        return JSON.stringify(body);
      }
    }
    @Module({ providers: [Reading, Orders] })
    class App {}
    expect(await problemOf(compiled(App))).toContain(
      'Orders.create has a parameter decorator for HTTP requests, such as @Body(), which has no value in a Cuecard call. Use the arguments, @Req(), or a decorator from createParamDecorator() instead. [parameter-of-http]',
    );
  });

  test('lists the faults of all modules', async () => {
    @Prompt({ name: 'no good name' })
    class Wrong implements PromptHandler {
      render = () => '';
    }
    @Module({ providers: [Review, Wrong] })
    class One {}
    @Module({ providers: [Review] })
    class Two {}
    const problem = await problemOf(compiled(One, Two));
    expect(problem).toContain('Wrong');
    expect(problem).toContain('Review is a provider of several modules: One, Two');
  });

  test('warns about a controller with handlers, which are not served', async () => {
    @Controller('orders')
    class OrdersController {
      @Tool()
      count() {
        return '3';
      }
    }
    @Module({ controllers: [OrdersController] })
    class OrdersModule {}
    const warnings: string[] = [];
    const logger = { error: () => {}, warn: (message: string) => void warnings.push(message) };
    const imports = [CuecardModule.forRoot({ ...SERVER, logger }), OrdersModule];
    await (await Test.createTestingModule({ imports }).compile()).init();
    expect(warnings).toEqual([
      'OrdersController is a controller: its prompts, tools and resources are not served. Move them to a provider',
    ]);
  });

  test('becomes a warning with onFault: isolate, and other definitions are served', async () => {
    @Prompt({ name: 'no good name' })
    class Wrong implements PromptHandler {
      render = () => '';
    }
    const warnings: string[] = [];
    const logger = { error: () => {}, warn: (message: string) => void warnings.push(message) };
    const module = await Test.createTestingModule({
      imports: [CuecardModule.forRoot({ ...SERVER, onFault: 'isolate', logger })],
      providers: [Review, Wrong],
    }).compile();
    expect(module.get(Runtime).registry.names()).toEqual(['review']);
    expect(warnings.filter((line) => line.startsWith('Left out: Wrong'))).toHaveLength(1);
  });
});

describe('Test.createTestingModule', () => {
  @Injectable()
  class Guidelines {
    text = 'be kind';
  }
  @Prompt()
  class Review implements PromptHandler {
    constructor(private readonly guidelines: Guidelines) {}
    render = (): string => this.guidelines.text;
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Guidelines, Review] })
  class AppModule {}
  const testing = () => Test.createTestingModule({ imports: [AppModule] });

  test('overrides services and prompts without a port', async () => {
    const service = await testing().overrideProvider(Guidelines).useValue({ text: 'be quick' }).compile();
    const prompt = await testing()
      .overrideProvider(Review)
      .useValue({ render: () => 'instead' })
      .compile();
    const messages = (content: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: content } }] });
    expect(await service.get(Runtime).prompts.render(Review, {})).toEqual(messages('be quick'));
    expect(await prompt.get(Runtime).prompts.render(Review, {})).toEqual(messages('instead'));
  });

  describe('overrideProvider of a class of forFeature', () => {
    @Prompt()
    class Release implements PromptHandler {
      constructor(private readonly guidelines: Guidelines) {}
      render = (): string => this.guidelines.text;
    }
    class Fake {
      render = () => 'instead';
    }
    const pack = definePack({ name: 'releases', version: '1.0.0', prompts: [Release] });
    const all = definePack({ name: 'all', version: '1.0.0', prompts: [mount(pack, { prefix: 'nested' })] });
    const building = (entry: RegistryEntry) => {
      @Module({ imports: [CuecardModule.forFeature([entry])], providers: [Guidelines] })
      class FeatureModule {}
      return Test.createTestingModule({ imports: [CuecardModule.forRoot(SERVER), FeatureModule] });
    };

    const entries: Readonly<Record<string, readonly [RegistryEntry, name: string]>> = {
      'a class': [Release, 'release'],
      'a pack': [pack, 'release'],
      'a mount': [mount(pack, { prefix: 'team' }), 'team_release'],
      'a nested pack': [all, 'nested_release'],
    };
    for (const [title, [entry, name]] of Object.entries(entries)) {
      test(`replaces the provider of ${title}`, async () => {
        const override = () => building(entry).overrideProvider(Release);
        for (const builder of [
          override().useValue(new Fake()),
          override().useClass(Fake),
          override().useFactory({ factory: () => new Fake() }),
        ]) {
          const module = await builder.compile();
          expect(await text(module.get(Runtime), name)).toBe('instead');
          expect(module.get(Release, { strict: false })).toBeInstanceOf(Fake);
        }
        const original = await building(entry).compile();
        expect(await text(original.get(Runtime), name)).toBe('be kind');
        expect(original.get(Release, { strict: false })).toBeInstanceOf(Release);
      });
    }

    test('keeps the guards of the class', async () => {
      @Injectable()
      class Closed implements CanActivate {
        canActivate = () => false;
      }
      @Injectable()
      class Notes {
        @Prompt()
        open() {
          return 'open';
        }
        @Prompt()
        @UseGuards(Closed)
        closed() {
          return 'closed';
        }
      }
      const notes = definePack({ name: 'notes', version: '1.0.0', prompts: [Notes] });
      const module = await building(notes)
        .overrideProvider(Notes)
        .useValue({ open: () => 'instead' })
        .compile();
      const runtime = module.get(Runtime);
      expect(await text(runtime, 'open')).toBe('instead');
      await expect(text(runtime, 'closed')).rejects.toThrow('Forbidden resource');
    });
  });

  test('shares nothing between two modules of one application', async () => {
    const [one, other] = await Promise.all([testing().compile(), testing().compile()]);
    one.get(Guidelines).text = 'changed';
    expect(one.get(Runtime)).not.toBe(other.get(Runtime));
    expect(await text(other.get(Runtime), 'review')).toBe('be kind');
  });
});

describe('Cuecard validators and interceptors', () => {
  test('get services of the module of their prompt, or of another module', async () => {
    @Injectable()
    class Words {
      readonly allowed = ['yes'];
      readonly log: string[] = [];
    }
    @ValidatorConstraint()
    class Allowed implements ValidatorConstraintInterface {
      constructor(private readonly words: Words) {}
      validate = (value: unknown) => this.words.allowed.includes(String(value));
      defaultMessage = () => 'word is not allowed';
    }
    class Noted implements InterceptorHandler {
      constructor(@Inject(Words) private readonly words: Words) {}
      intercept: Interceptor = async (asked, next) => {
        this.words.log.push(asked.method);
        return next();
      };
    }
    class Args {
      @Arg()
      @IsString()
      @Validate(Allowed)
      word!: string;
    }
    @Prompt({ args: Args, interceptors: [Noted] })
    class Say implements PromptHandler<Args> {
      render = ({ word }: Args) => word;
    }
    @Module({ providers: [Words], exports: [Words] })
    class WordsModule {}
    @Module({ imports: [WordsModule], providers: [Say, Allowed] })
    class SayModule {}
    const module = await compiled(SayModule);
    const runtime = module.get(Runtime);
    expect(await text(runtime, 'say', { word: 'yes' })).toBe('yes');
    await expect(text(runtime, 'say', { word: 'no' })).rejects.toThrow('word is not allowed');
    expect(module.get(Words, { strict: false }).log).toEqual(['prompts/get', 'prompts/get']);
  });
});

describe('Runtime.replace in a running application', () => {
  @Injectable()
  class Closed implements CanActivate {
    canActivate = () => false;
  }

  test('runs application-wide guards for an added definition', async () => {
    const calls: string[] = [];
    const noted = { canActivate: (context: ExecutionContext) => calls.push(context.getType()) > 0 };
    @Module({ providers: [{ provide: APP_GUARD, useValue: noted }] })
    class GuardedModule {}
    const runtime = (await compiled(GuardedModule)).get(Runtime);
    runtime.replace(runtime.registry.with(definePrompt({ name: 'later', render: () => 'added' })));
    expect(await text(runtime, 'later')).toBe('added');
    expect(new Set(calls)).toEqual(new Set(['cuecard']));
  });

  test('keeps added and removed definitions when a lazy module is loaded', async () => {
    @Prompt()
    class Early implements PromptHandler {
      render = () => 'early';
    }
    @Prompt()
    class Removed implements PromptHandler {
      render = () => 'removed';
    }
    @Prompt()
    class Added implements PromptHandler {
      render = () => 'added';
    }
    @Prompt()
    class Lazy implements PromptHandler {
      render = () => 'lazy';
    }
    @Module({ imports: [CuecardModule.forFeature([Lazy])] })
    class LazyModule {}
    @Module({ providers: [Early, Removed] })
    class Providers {}
    const app = await compiled(Providers);
    const runtime = app.get(Runtime);
    runtime.replace(runtime.registry.with(Added).without(['removed']));
    await app.get(LazyModuleLoader).load(() => LazyModule);
    expect(runtime.registry.names()).toEqual(['added', 'early', 'lazy']);
    expect(await text(runtime, 'lazy')).toBe('lazy');
  });

  test('rejects a class with guards or unavailable services that is not a provider', async () => {
    @Injectable()
    class Elsewhere {}
    @Prompt()
    @UseGuards(Closed)
    class Guarded implements PromptHandler {
      render = () => 'never';
    }
    @Prompt()
    class Needy implements PromptHandler {
      constructor(readonly elsewhere: Elsewhere) {}
      render = () => 'never';
    }
    const runtime = (await compiled()).get(Runtime);
    const problem = 'is not a provider of CuecardModule or of any other module';
    for (const type of [Guarded, Needy])
      expect(() => runtime.replace(runtime.registry.with(type))).toThrow(
        `${type.name} ${problem}. Add it to the providers of a module, so that Nest constructs it and runs its guards.`,
      );
  });
});
