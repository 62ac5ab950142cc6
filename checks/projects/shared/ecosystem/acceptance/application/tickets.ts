import { Arg, Field, Prompt, type RequestContext, Resource, Tool, user } from '@cuecard/core';
import {
  Controller,
  Get,
  Injectable,
  Module,
  NotFoundException,
  type OnApplicationBootstrap,
  Param,
  ParseIntPipe,
} from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Interval } from '@nestjs/schedule';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { IsInt, Min } from 'class-validator';
import { ClsService } from 'nestjs-cls';
import { I18nService } from 'nestjs-i18n';
import { Column, Entity, PrimaryColumn, type Repository } from 'typeorm';
import { CurrentUser, Roles, type User } from './access.ts';

// An existing service whose methods are handlers, beside its REST controller.

@Entity()
export class Ticket {
  @PrimaryColumn('integer')
  @ApiProperty({ description: 'The number of the ticket' })
  id!: number;

  @Column('text')
  @ApiProperty()
  subject!: string;

  @Column('text', { nullable: true })
  closedBy: string | null = null;
}

class TicketId {
  @Arg({ description: 'The number of the ticket' })
  @IsInt()
  @Min(1)
  id!: number;
}

class Closed {
  @Field()
  id!: number;

  @Field({ description: 'The id of the request, as in the log' })
  request!: string;
}

@Injectable()
export class Tickets implements OnApplicationBootstrap {
  beats = 0;

  constructor(
    @InjectRepository(Ticket) private readonly tickets: Repository<Ticket>,
    private readonly events: EventEmitter2,
    private readonly i18n: I18nService,
    private readonly cls: ClsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.tickets.save([
      { id: 1, subject: 'The teapot leaks' },
      { id: 2, subject: 'The lid is missing' },
    ]);
  }

  @Interval(10)
  beat(): void {
    this.beats += 1;
  }

  async one(id: number): Promise<Ticket> {
    const ticket = await this.tickets.findOneBy({ id });
    if (ticket === null) throw new NotFoundException(this.i18n.t('tickets.missing', { args: { id } }));
    return ticket;
  }

  @Prompt({ description: 'Drafts an answer to a ticket' })
  async draft({ id }: TicketId) {
    const { subject } = await this.one(id);
    return user`${this.i18n.t<string, string>('tickets.draft')} ${subject}`;
  }

  @Resource({ uri: 'tickets://{id}', mimeType: 'application/json' })
  ticket({ id }: TicketId) {
    return this.one(id);
  }

  @Tool({ description: 'Closes a ticket', output: Closed })
  @Roles(['agent'])
  async close({ id }: TicketId, _context: RequestContext, @CurrentUser() { sub }: User): Promise<Closed> {
    await this.tickets.save({ ...(await this.one(id)), closedBy: sub });
    this.events.emit('ticket.closed', id, sub);
    return { id, request: this.cls.getId() };
  }
}

@Controller('tickets')
class TicketsController {
  constructor(private readonly tickets: Tickets) {}

  @Get(':id')
  @ApiOkResponse({ type: Ticket })
  one(@Param('id', ParseIntPipe) id: number): Promise<Ticket> {
    return this.tickets.one(id);
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([Ticket])],
  controllers: [TicketsController],
  providers: [Tickets],
  exports: [Tickets],
})
export class TicketsModule {}
