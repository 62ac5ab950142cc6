import { Field, Tool } from '@cuecard/core';
import { CuecardExecutionContext, CuecardModule } from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import { type CallHandler, type ExecutionContext, Injectable, Module, type NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { map } from 'rxjs';
import { call, closeAll, SERVER, start } from './support/applications.ts';

afterEach(closeAll);

class Ticket {
  @Field() id = 0;
  @Field() state = 'open';
}

@Tool({ name: 'ticket', output: Ticket })
class GetTicket {
  call(): Ticket {
    return { id: 5, state: 'closed' };
  }
}

/** Starts an application whose interceptor wraps the responses of all calls, or only of HTTP. */
async function wrapping(isWrapped: (context: ExecutionContext) => boolean) {
  @Injectable()
  class Envelope implements NestInterceptor {
    intercept(context: ExecutionContext, next: CallHandler) {
      return isWrapped(context) ? next.handle().pipe(map((data: unknown) => ({ data }))) : next.handle();
    }
  }
  @Module({
    imports: [CuecardModule.forRoot(SERVER)],
    providers: [GetTicket, { provide: APP_INTERCEPTOR, useClass: Envelope }],
  })
  class App {}
  return start(App);
}

test('fails a tool whose result an interceptor wraps, and names the interceptor as the cause', async () => {
  const { url, lines } = await wrapping((context) => CuecardExecutionContext.isCuecard(context));
  expect((await call(`${url}/mcp`, 'tools/call', { name: 'ticket' })).result).toMatchObject({ isError: true });
  expect(lines.errors.join('\n')).toContain(
    'returned an object without any field of Ticket: return what `output` declares, and do not wrap the result in an interceptor',
  );
});

test('returns the unchanged result of a tool if the interceptor passes MCP calls through', async () => {
  const { url } = await wrapping(
    (context) => !CuecardExecutionContext.isCuecard(context) && context.getType() !== 'http',
  );
  const { result } = await call(`${url}/mcp`, 'tools/call', { name: 'ticket' });
  expect(result?.['structuredContent']).toEqual({ id: 5, state: 'closed' });
});
