import { Arg, type RequestContext, Tool, type ToolHandler } from '@cuecard/core';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

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
