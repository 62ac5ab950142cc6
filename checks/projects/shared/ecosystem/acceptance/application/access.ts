import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  Module,
  UnauthorizedException,
} from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';

// Authentication, roles and rate limits, each as a guard of the application.

export interface User {
  readonly sub: string;
  readonly roles: readonly string[];
}

interface UserRequest {
  user?: User;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<UserRequest>();

export const Roles = Reflector.createDecorator<readonly string[]>();

export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext) => requestOf(context).user);

@Injectable()
export class JwtAuthGuard implements CanActivate {
  constructor(private readonly tokens: JwtService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    if (request.url === '/health') return true;
    const token = request.headers['authorization']?.replace(/^Bearer /, '') ?? '';
    request.user ??= await this.tokens.verifyAsync<User>(token).catch(() => {
      throw new UnauthorizedException('Log in first');
    });
    return true;
  }
}

@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride(Roles, [context.getHandler(), context.getClass()]) ?? [];
    const { user } = requestOf(context);
    if (roles.every((role) => user?.roles.includes(role))) return true;
    throw new ForbiddenException(`Only for the role ${roles.join(', ')}`);
  }
}

@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({ secret: config.getOrThrow<string>('JWT_SECRET') }),
    }),
    ThrottlerModule.forRoot([{ ttl: 60_000, limit: 60 }]),
  ],
  providers: [
    { provide: APP_GUARD, useClass: ThrottlerGuard },
    { provide: APP_GUARD, useClass: JwtAuthGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
  exports: [JwtModule],
})
export class AccessModule {}
