import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from './request-user.js';

/** The user who asks: in a controller, and in `render`, `call` and `read`. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  return requestOf(context).user;
});
