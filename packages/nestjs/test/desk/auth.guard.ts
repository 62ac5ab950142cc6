import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { User } from './current-user.ts';

/** Represents the guard of your application, such as `AuthGuard('jwt')`. */
@Injectable()
export class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ headers: { authorization?: string }; user?: User }>();
    const user = users.get(request.headers.authorization ?? '');
    if (user === undefined) throw new UnauthorizedException();
    request.user = user;
    return true;
  }
}

const users = new Map<string, User>([
  ['Bearer a', { name: 'Ann', roles: ['developer'] }],
  ['Bearer b', { name: 'Bob', roles: [] }],
]);
