import { CuecardHealthIndicator, CuecardModule, type CuecardRequest, healthOf } from '@cuecard/nestjs';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { ScheduleModule } from '@nestjs/schedule';
import { HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { TypeOrmModule } from '@nestjs/typeorm';
import libsql from 'libsql';
import { ClsModule } from 'nestjs-cls';
import { AcceptLanguageResolver, I18nModule } from 'nestjs-i18n';
import { AccessModule, RolesGuard, type User } from './access.ts';
import { StatisticsModule } from './statistics.ts';
import { SalesModule, SupportModule } from './teams.ts';
import { Ticket, TicketsModule } from './tickets.ts';

// A help desk as teams write them: an application that was there before, with two servers added.

const identity = ({ user }: CuecardRequest & { user?: User }) => user && { principal: user.sub, scopes: user.roles };

@Controller('health')
class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly desk: CuecardHealthIndicator,
    @Inject(healthOf('admin')) private readonly admin: CuecardHealthIndicator,
  ) {}

  @Get()
  check() {
    return this.health.check([() => this.desk.isHealthy('desk'), () => this.admin.isHealthy('admin')]);
  }
}

@Module({
  imports: [
    ConfigModule.forRoot({
      isGlobal: true,
      ignoreEnvFile: true,
      load: [() => ({ JWT_SECRET: 'a secret of 32 characters or more' })],
    }),
    TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      driver: libsql,
      database: ':memory:',
      entities: [Ticket],
      synchronize: true,
    }),
    ClsModule.forRoot({ global: true, middleware: { mount: true, generateId: true } }),
    EventEmitterModule.forRoot(),
    ScheduleModule.forRoot(),
    I18nModule.forRoot({
      fallbackLanguage: 'en',
      logging: false, // It warns of each call whose context is not of HTTP, although its middleware has set the language.
      loaderOptions: { path: 'acceptance/application/i18n' },
      resolvers: [AcceptLanguageResolver],
    }),
    TerminusModule,
    CuecardModule.forRootAsync({
      path: 'mcp',
      inject: [ConfigService],
      useFactory: () => ({ name: 'desk', version: '1.0.0', identity, listing: { guards: [RolesGuard] } }),
    }),
    CuecardModule.forRoot({
      server: 'admin',
      path: 'admin/mcp',
      include: [StatisticsModule],
      name: 'admin',
      version: '1.0.0',
      identity,
    }),
    AccessModule,
    TicketsModule,
    StatisticsModule,
    SalesModule,
    SupportModule,
  ],
  controllers: [HealthController],
})
export class AppModule {}
