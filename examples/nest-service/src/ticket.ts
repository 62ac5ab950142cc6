import { Arg, Field } from '@cuecard/core';
import { IsIn, IsNotEmpty, IsPositive, Length } from 'class-validator';

export class Ticket {
  @Field() id!: number;
  @Field() title!: string;
  @Field() priority!: string;
  @Field() state!: string;
  @Field() assignee!: string;
  @Field({ items: String }) comments!: string[];
}

export class TicketList {
  @Field({ items: Ticket }) tickets!: Ticket[];
}

export class NewTicket {
  @Arg() @Length(1, 80) title!: string;
  @Arg() @IsIn(['low', 'normal', 'high']) priority: string = 'normal';
}

export class Search {
  @Arg() text: string = '';
  @Arg() @IsIn(['open', 'closed']) state: string = 'open';
}

export class TicketId {
  @Arg({ description: 'The number of the ticket' }) @IsPositive() id!: number;
}

export class Assignment extends TicketId {
  @Arg() @IsNotEmpty() assignee!: string;
}

export class Comment extends TicketId {
  @Arg() @Length(1, 1000) text!: string;
}

export class Reply extends TicketId {
  @Arg() @IsIn(['friendly', 'formal']) tone: string = 'friendly';
}
