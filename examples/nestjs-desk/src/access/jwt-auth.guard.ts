import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { requestOf, type User } from './current-user.js';

/** Lets only those in who bring a token of ours: to the REST routes and to the MCP endpoint alike. */
@Injectable()
export class JwtAuthGuard implements CanActivate {
  constructor(private readonly tokens: JwtService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    request.user ??= await this.#userOf(request.headers['authorization']);
    return true;
  }

  async #userOf(authorization = ''): Promise<User> {
    const token = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
    try {
      const { sub, scopes } = await this.tokens.verifyAsync<{ sub: string; scopes: string[] }>(token);
      return { principal: sub, scopes };
    } catch {
      throw new UnauthorizedException('Log in first');
    }
  }
}
