import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** Who is logged in. */
export interface User {
  readonly principal: string;
  /** What the user may do, such as `tickets:answer`. */
  readonly scopes: readonly string[];
}

/** A request, on which the guard leaves the user. */
interface UserRequest {
  user?: User;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The request behind a call, whatever it came by. Over stdio it has the user whom the server is started for. */
export function requestOf(context: ExecutionContext): UserRequest {
  return context.switchToHttp().getRequest<UserRequest>();
}

/** The user who asks: in a controller, and in `render`, `call` and `read`. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  return requestOf(context).user;
});
