import {
  Arg,
  defineTool,
  Prompt,
  type PromptHandler,
  type RequestContext,
  Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { createParamDecorator, type ExecutionContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt } from 'class-validator';
import { Shelf } from '../migrating/shelf.js';
import { AddBook } from '../migrating/cuecard/add-book.js';
import { Recommend } from '../migrating/cuecard/recommend.js';
import { Book } from '../migrating/cuecard/book.js';

@Module({
  imports: [CuecardModule.forRoot({ name: 'library', version: '1.0.0', path: 'mcp' })],
  providers: [Shelf, Recommend, AddBook, Book],
})
export class AppModule {}

export async function start(port: number) {
  const app = await NestFactory.create(AppModule);
  await app.listen(port, '127.0.0.1');
  return app;
}

@Module({ providers: [Shelf, Recommend] })
export class ReadersModule {}

@Module({ providers: [Shelf, AddBook] })
export class StaffModule {}

const version = '1.0.0';

@Module({
  imports: [
    CuecardModule.forRoot({ name: 'library', version, path: 'mcp' }),
    CuecardModule.forRoot({
      server: 'staff',
      name: 'staff',
      version,
      path: 'staff/mcp',
      include: [StaffModule],
    }),
    ReadersModule,
    StaffModule,
  ],
})
export class TwoServers {}

/** The user that a guard has put on the request. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<{ user?: { sub: string } }>().user;
});

export class Removal {
  @Arg()
  id!: number;
}

@Tool({ name: 'remove_book', description: 'Takes a book off the shelf', args: Removal, scopes: ['books:write'] })
export class RemoveBook implements ToolHandler<Removal> {
  call({ id }: Removal, _context: RequestContext, @CurrentUser() user?: { sub: string }) {
    return `${user?.sub} has removed book ${id}`;
  }
}

/** A tool that comes and goes while the application runs. */
@Injectable()
export class SummerSale {
  readonly #tool = defineTool({
    name: 'summer_price',
    description: 'The price of a book in summer',
    args: [{ name: 'price', type: Number }],
    call: ({ price }) => `${Number(price) / 2} francs`,
  });

  constructor(private readonly runtime: Runtime) {}

  begin(): void {
    this.runtime.replace(this.runtime.registry.with(this.#tool));
  }

  end(): void {
    this.runtime.replace(this.runtime.registry.without(['summer_price'], 'tool'));
  }
}

export class CompareArgs {
  @Arg()
  @IsInt()
  first!: number;

  @Arg()
  @IsInt()
  second!: number;
}

@Prompt({ name: 'compare', description: 'Compares two books', args: CompareArgs })
export class Compare implements PromptHandler<CompareArgs> {
  constructor(private readonly shelf: Shelf) {}

  render({ first, second }: CompareArgs) {
    const titles = [first, second].map((id) => this.shelf.get(id)?.title);
    return `Compare ${titles.join(' and ')} in three sentences.`;
  }
}
