import { EventEmitter, once } from 'node:events';
import { Prompt, type PromptHandler } from '@cuecard/core';
import {
  CuecardHealthIndicator,
  CuecardModule,
  type CuecardOptionsFactory,
  healthOf,
  StderrLogger,
} from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import { Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleDestroy, Scope } from '@nestjs/common';
import { call, closeAll, openStream, PLATFORMS, SERVER, start, textOf } from './support/applications.ts';

afterEach(closeAll);

@Injectable()
class Database implements OnModuleDestroy, OnApplicationShutdown {
  isOpen = true;
  readonly events = new EventEmitter();
  async query(): Promise<string> {
    this.events.emit('query');
    await new Promise((done) => setTimeout(done, 100)); // The application begins to close meanwhile.
    return this.isOpen ? 'rows' : 'the database is closed';
  }
  onModuleDestroy(): void {
    this.isOpen = false;
  }
  onApplicationShutdown(): void {
    this.isOpen = false;
  }
}

@Prompt()
class Slow implements PromptHandler {
  constructor(private readonly database: Database) {}
  render = () => this.database.query();
}

@Module({ providers: [Database], exports: [Database] })
class DatabaseModule {}

@Module({ imports: [CuecardModule.forRoot(SERVER), DatabaseModule], providers: [Slow] })
class AppModule {}

test('INestApplication.close answers pending requests before providers close, and ends streams', async () => {
  for (const platform of PLATFORMS) {
    const { app, url } = await start(AppModule, platform);
    const stream = await openStream(`${url}/mcp`);
    const hasBegun = once(app.get(Database, { strict: false }).events, 'query');
    const answer = textOf(`${url}/mcp`, 'slow');
    await hasBegun;
    await app.close();
    expect(await answer).toBe('rows');
    expect(await stream.text()).not.toContain('error');
  }
});

test('CuecardHealthIndicator reports up, and down after close', async () => {
  const { app } = await start(AppModule);
  const indicator = app.get(CuecardHealthIndicator);
  expect(indicator.isHealthy()).toEqual({ cuecard: { status: 'up', prompts: 1, tools: 0, resources: 0 } });
  await app.close();
  expect(indicator.isHealthy('mcp')).toEqual({ mcp: { status: 'down', prompts: 1, tools: 0, resources: 0 } });
});

test("healthOf returns the token of a server's indicator, with options from a class", async () => {
  @Injectable()
  class Options implements CuecardOptionsFactory {
    constructor(@Inject('NAME') readonly name: string) {}
    createCuecardOptions = () => ({ name: this.name, version: '1.0.0' });
  }
  @Module({ providers: [{ provide: 'NAME', useValue: 'desk' }, Options], exports: ['NAME', Options] })
  class Settings {}
  @Module({
    imports: [
      CuecardModule.forRootAsync({ imports: [Settings], useClass: Options, include: [AppModule] }),
      CuecardModule.forRootAsync({ imports: [Settings], useExisting: Options, server: 'admin', path: 'admin' }),
    ],
  })
  class Servers {}
  const { app, url } = await start(Servers);
  const health = { status: 'up', prompts: 0, tools: 0, resources: 0 };
  expect(app.get<CuecardHealthIndicator>(healthOf('admin')).isHealthy()).toEqual({ cuecard: health });
  const discovered = await call(`${url}/admin`, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  });
  expect(discovered.result?.['serverInfo']).toMatchObject({ name: 'desk', version: '1.0.0' });
});

test('CuecardModule does not construct an unused request-scoped provider among 1,000 prompts', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => {
    class Many implements PromptHandler {
      render = () => `${index}`;
    }
    Prompt({ name: `many_${index}` })(Many);
    return Many;
  });
  @Injectable({ scope: Scope.REQUEST })
  class Untouched {
    constructor() {
      throw new Error('It was constructed');
    }
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [...many, Untouched] })
  class Large {}
  const { url } = await start(Large);
  expect(await textOf(`${url}/mcp`, 'many_999')).toBe('999');
});

test('StderrLogger writes every level to stderr', () => {
  const written: string[] = [];
  const { stdout, stderr } = process;
  const [toOut, toErr] = [stdout.write, stderr.write];
  stdout.write = (() => written.push('stdout') > 0) as typeof stdout.write;
  stderr.write = (() => written.push('stderr') > 0) as typeof stderr.write;
  try {
    const logger = new StderrLogger();
    for (const level of ['log', 'warn', 'debug', 'verbose', 'error', 'fatal'] as const) logger[level]('a line');
  } finally {
    Object.assign(stdout, { write: toOut });
    Object.assign(stderr, { write: toErr });
  }
  expect([...new Set(written)]).toEqual(['stderr']);
  expect(written.length).toBeGreaterThanOrEqual(6);
});
