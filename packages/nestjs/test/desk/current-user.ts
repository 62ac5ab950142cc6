import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

export interface User {
  readonly name: string;
  readonly roles: readonly string[];
}

export const CurrentUser = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: User }>().user,
);
