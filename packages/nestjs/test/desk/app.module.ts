import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TokenGuard } from './auth.guard.ts';
import type { User } from './current-user.ts';
import { HealthController } from './health.controller.ts';
import { ReviewModule } from './review.module.ts';
import { BackendModule, FrontendModule } from './teams.module.ts';

declare module '@cuecard/nestjs' {
  interface CuecardUser extends User {}
}

@Module({
  imports: [
    CuecardModule.forRootAsync({
      path: 'mcp',
      inject: ['HOSTS'],
      imports: [
        { module: class Settings {}, providers: [{ provide: 'HOSTS', useValue: ['127.0.0.1'] }], exports: ['HOSTS'] },
      ],
      useFactory: (allowedHosts: readonly string[]) => ({
        name: 'desk',
        version: '1.0.0',
        identity: ({ user }) => user && { principal: user.name, scopes: user.roles },
        http: { allowedHosts },
      }),
    }),
    ReviewModule,
    BackendModule,
    FrontendModule,
  ],
  controllers: [HealthController],
  providers: [TokenGuard, { provide: APP_GUARD, useExisting: TokenGuard }],
})
export class AppModule {}
