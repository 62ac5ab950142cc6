import { CuecardModule, type CuecardRequest } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import libsql from 'libsql';
import { AccessModule } from './access/access.module.js';
import type { User } from './access/current-user.js';
import { type Environment, readEnvironment } from './config/environment.js';
import { BackendModule, FrontendModule } from './reviews/reviews.module.js';
import { Ticket } from './tickets/ticket.entity.js';
import { TicketsModule } from './tickets/tickets.module.js';

type Config = ConfigService<Environment, true>;

@Module({
  imports: [
    ConfigModule.forRoot({ isGlobal: true, validate: readEnvironment }),
    TypeOrmModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: Config) => ({
        type: 'better-sqlite3',
        driver: libsql, // Its interface is that of better-sqlite3, and it needs no compiler.
        database: config.get('DATABASE'),
        entities: [Ticket],
        synchronize: true,
      }),
    }),
    CuecardModule.forRoot({
      name: 'desk',
      version: '1.0.0',
      title: 'Support desk',
      identity: ({ user }: CuecardRequest & { user?: User }) => user,
    }),
    AccessModule,
    TicketsModule,
    BackendModule,
    FrontendModule,
  ],
})
export class AppModule {}
