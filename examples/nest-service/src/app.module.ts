import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { TicketsService } from './tickets.service.js';

@Module({ imports: [CuecardModule.forRoot({ name: 'tickets', version: '1.0.0' })], providers: [TicketsService] })
export class AppModule {}
