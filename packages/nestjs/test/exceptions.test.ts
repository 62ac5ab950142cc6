import { Arg, InvalidArgumentsError, Prompt, type PromptHandler, RequestError, Runtime } from '@cuecard/core';
import { CuecardException, CuecardModule } from '@cuecard/nestjs';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type ArgumentsHost,
  BadRequestException,
  Catch,
  ConflictException,
  type ExceptionFilter,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
  type Provider,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_FILTER, APP_PIPE, BaseExceptionFilter } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsInt } from 'class-validator';
import { closeAll, PLATFORMS, SERVER, start, textOf } from './support/applications.ts';

afterEach(closeAll);

const application = (...providers: Provider[]) => ({
  module: class AppModule {},
  imports: [CuecardModule.forRoot(SERVER)],
  providers,
});

let thrown: unknown;

class Args {
  @Arg({ required: false })
  @IsInt()
  count?: number;
}

@Prompt({ args: Args })
class Failing implements PromptHandler<Args> {
  render(): string {
    throw thrown;
  }
}

const internal = { code: -32603, message: 'Internal error', data: { id: expect.any(String) } };

test('sends the message of a 4xx exception, but only the id of other errors', async () => {
  const { url, lines } = await start(application(Failing));
  const answers: [unknown, unknown][] = [
    [new NotFoundException('No such order'), { code: -32602, message: 'No such order', data: { status: 404 } }],
    [new BadRequestException(['a', 'b']), { code: -32602, message: 'a; b', data: { status: 400 } }],
    [new ConflictException(), { code: -32602, message: 'Conflict', data: { status: 409 } }],
    [
      new HttpException({ statusCode: 422, message: 'Wrong', errors: { id: 'unknown' } }, 422),
      {
        code: -32602,
        message: 'Wrong',
        data: { status: 422, response: { statusCode: 422, message: 'Wrong', errors: { id: 'unknown' } } },
      },
    ],
    [new UnauthorizedException(), { code: 401, message: 'Unauthorized', data: { status: 401 } }],
    [new HttpException('Slow down', 429), { code: 429, message: 'Slow down', data: { status: 429 } }],
    [new RequestError('Not today', { code: 7, data: { a: 1 } }), { code: 7, message: 'Not today', data: { a: 1 } }],
  ];
  for (const [error, answer] of answers) {
    thrown = error;
    expect(await textOf(`${url}/mcp`, 'failing')).toEqual(answer);
  }
  expect(lines.errors).toEqual([]);
  const hidden = [new InternalServerErrorException('secret'), new Error('secret'), { message: 'secret' }, 'secret'];
  for (const error of hidden) {
    thrown = error;
    expect(await textOf(`${url}/mcp`, 'failing')).toEqual(internal);
  }
  expect(lines.errors).toHaveLength(hidden.length);
});

test('reports every invalid argument to the client, and logs no error', async () => {
  for (const platform of PLATFORMS) {
    const { url, lines } = await start(application(Failing), platform);
    expect(await textOf(`${url}/mcp`, 'failing', { count: 'x', other: 'y' })).toMatchObject({
      code: -32602,
      data: { prompt: 'failing', errors: [{ argument: 'count' }, { argument: 'other' }] },
    });
    expect(lines.errors).toEqual([]);
  }
});

describe('filters for REST', () => {
  interface RestResponse {
    status(code: number): RestResponse;
    send(body: unknown): void;
  }

  test('replace the message of an unexpected error if they catch everything', async () => {
    @Catch()
    class Everything implements ExceptionFilter {
      catch(exception: unknown, host: ArgumentsHost): void {
        const response = host.switchToHttp().getResponse<RestResponse>();
        const status = exception instanceof HttpException ? exception.getStatus() : 418;
        response.status(status).send({ statusCode: status, message: 'As REST has it' });
      }
    }
    for (const platform of PLATFORMS) {
      const { url, lines } = await start(application(Failing, { provide: APP_FILTER, useClass: Everything }), platform);
      thrown = new NotFoundException('No such order');
      expect(await textOf(`${url}/mcp`, 'failing')).toMatchObject({ code: -32602, message: 'No such order' });
      expect(await textOf(`${url}/mcp`, 'failing', { count: 'x' })).toMatchObject({
        code: -32602,
        data: { prompt: 'failing', errors: [{ argument: 'count' }] },
      });
      thrown = new Error('secret');
      expect(await textOf(`${url}/mcp`, 'failing')).toEqual({
        code: 418,
        message: 'As REST has it',
        data: { status: 418 },
      });
      expect(lines.errors).toEqual([]);
    }
  });

  test('that extend BaseExceptionFilter log only internal errors', async () => {
    @Catch()
    class Base extends BaseExceptionFilter {}
    for (const platform of PLATFORMS) {
      const { url, lines } = await start(application(Failing, { provide: APP_FILTER, useClass: Base }), platform);
      thrown = new NotFoundException('No such order');
      expect(await textOf(`${url}/mcp`, 'failing')).toMatchObject({ code: -32602, message: 'No such order' });
      expect(await textOf(`${url}/mcp`, 'failing', { count: 'x' })).toMatchObject({ code: -32602 });
      expect(lines.errors).toEqual([]);
      thrown = new Error('secret');
      expect(await textOf(`${url}/mcp`, 'failing')).toEqual(internal);
      expect(lines.errors).not.toEqual([]);
    }
  });

  test('do not change the response if they rethrow or return the error', async () => {
    for (const answer of ['throw', 'return'] as const) {
      @Catch()
      class Passing implements ExceptionFilter {
        catch(exception: unknown): unknown {
          if (answer === 'throw') throw exception;
          return exception;
        }
      }
      const { url, lines } = await start(application(Failing, { provide: APP_FILTER, useClass: Passing }));
      expect(await textOf(`${url}/mcp`, 'failing', { count: 'x' })).toMatchObject({ code: -32602 });
      thrown = new Error('secret');
      expect(await textOf(`${url}/mcp`, 'failing')).toEqual(internal);
      expect(lines.errors).toHaveLength(1);
    }
  });

  test('do not hide the exception if they fail, which is logged', async () => {
    @Catch()
    class Broken implements ExceptionFilter {
      catch(): never {
        throw new TypeError('There is no response to write to');
      }
    }
    const { url, lines } = await start(application(Failing, { provide: APP_FILTER, useClass: Broken }));
    thrown = new NotFoundException('No such order');
    expect(await textOf(`${url}/mcp`, 'failing')).toMatchObject({ code: -32602, message: 'No such order' });
    expect(lines.errors).toEqual(['An exception filter failed, so the exception is handled without the filter']);
    thrown = new Error('secret');
    expect(await textOf(`${url}/mcp`, 'failing')).toEqual(internal);
  });

  test('get a CuecardException for invalid arguments, with the error as its cause', async () => {
    const caught: unknown[] = [];
    @Catch(CuecardException)
    class Refusals implements ExceptionFilter<CuecardException> {
      catch(exception: CuecardException): void {
        caught.push([exception.getStatus(), exception.cause instanceof InvalidArgumentsError, exception.message]);
      }
    }
    const imports = [application(Failing, { provide: APP_FILTER, useClass: Refusals })];
    const module = await Test.createTestingModule({ imports }).compile();
    const result = module.get(Runtime).prompts.get({ name: 'failing', arguments: { count: 'x' } });
    await expect(result).rejects.toBeInstanceOf(InvalidArgumentsError);
    expect(caught).toEqual([[400, true, expect.stringContaining('count')]]);
  });
});

test('does not pass an elicitation to filters', async () => {
  class Answer {
    @Arg()
    name!: string;
  }
  @Catch()
  class Everything implements ExceptionFilter {
    catch = () => 'caught';
  }
  @Prompt()
  class Asking implements PromptHandler {
    async render(_args: object, context: { ask(type: typeof Answer, message: string): Promise<Answer> }) {
      const { name } = await context.ask(Answer, 'Who are you?');
      return name;
    }
  }
  const { url } = await start(application(Asking, { provide: APP_FILTER, useClass: Everything }));
  expect(await textOf(`${url}/mcp`, 'asking')).toMatchObject({ code: -32602 });
});

test('ValidationPipe with whitelist, forbidNonWhitelisted and transform does not change bound arguments', async () => {
  class Rich {
    @Arg()
    at!: Date;
    @Arg()
    url!: URL;
    @Arg()
    bytes!: Uint8Array;
    @Arg()
    plain!: string;
    @Arg({ required: false })
    @IsInt()
    count = 3;
  }
  @Prompt({ args: Rich })
  class Show implements PromptHandler<Rich> {
    render(args: Rich) {
      const { at, url, bytes, plain, count } = args;
      const types = [args instanceof Rich, at instanceof Date, url instanceof URL, bytes instanceof Uint8Array];
      return `${types.join()} ${at.getTime()} ${url.href} ${bytes.length} ${plain} ${count}`;
    }
  }
  const pipe = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true });
  const args = { at: '1970-01-01T00:00:01Z', url: 'https://example.com/', bytes: 'AQID', plain: 'p' };
  for (const platform of PLATFORMS) {
    const { url } = await start(application(Show, { provide: APP_PIPE, useValue: pipe }), platform);
    expect(await textOf(`${url}/mcp`, 'show', args)).toBe('true,true,true,true 1000 https://example.com/ 3 p 3');
  }
});
