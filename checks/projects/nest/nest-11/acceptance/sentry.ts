import { Arg, Prompt, type PromptHandler } from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import { Module, NotFoundException } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { getClient, init } from '@sentry/nestjs';
import { SentryGlobalFilter } from '@sentry/nestjs/setup';
import { IsInt } from 'class-validator';
import { closeAll, PLATFORMS, SERVER, start, textOf } from './support/applications.ts';

afterEach(closeAll);

test("Sentry's filter reports what is internal, and nothing that a caller has done", async () => {
  const reported: unknown[] = [];
  init({
    dsn: 'https://key@localhost/1',
    defaultIntegrations: false,
    beforeSend: ({ exception }) => {
      reported.push(exception?.values?.[0]?.value);
      return null;
    },
  });
  class Args {
    @Arg({ required: false })
    @IsInt()
    count?: number;
  }
  let thrown: Error = new Error('the database is gone');
  @Prompt({ args: Args })
  class Failing implements PromptHandler<Args> {
    render(): string {
      throw thrown;
    }
  }
  @Module({
    imports: [CuecardModule.forRoot(SERVER)],
    providers: [Failing, { provide: APP_FILTER, useClass: SentryGlobalFilter }],
  })
  class WithSentry {}
  for (const platform of PLATFORMS) {
    const { url } = await start(WithSentry, platform);
    reported.length = 0;
    thrown = new Error('the database is gone');
    expect(await textOf(`${url}/mcp`, 'failing')).toMatchObject({ code: -32603, message: 'Internal error' });
    thrown = new NotFoundException('No such order');
    expect(await textOf(`${url}/mcp`, 'failing')).toMatchObject({ code: -32602, message: 'No such order' });
    expect(await textOf(`${url}/mcp`, 'failing', { count: 'x' })).toMatchObject({ code: -32602 });
    await getClient()?.flush(1_000);
    expect(reported).toEqual(['the database is gone']);
  }
});
