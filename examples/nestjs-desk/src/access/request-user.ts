import type { ExecutionContext } from '@nestjs/common';
import type { User } from './user.js';

/** A request, on which the guard leaves the user. */
interface UserRequest {
  user?: User;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The request behind a call, whatever it came by. Over stdio it has the user whom the server is started for. */
export function requestOf(context: ExecutionContext): UserRequest {
  return context.switchToHttp().getRequest<UserRequest>();
}
