import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { User } from './current-user.ts';

export const Roles = Reflector.createDecorator<string>();

@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const role = this.reflector.getAllAndOverride(Roles, [context.getHandler(), context.getClass()]);
    const { user } = context.switchToHttp().getRequest<{ user?: User }>();
    return user !== undefined && user.roles.includes(role);
  }
}
