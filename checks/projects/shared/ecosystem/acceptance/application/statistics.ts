import { Tool } from '@cuecard/core';
import { Injectable, Module } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';

// What the second server serves.

@Injectable()
class Statistics {
  readonly #closed: string[] = [];

  @OnEvent('ticket.closed')
  count(id: number, by: string): void {
    this.#closed.push(`${by} closed ${id}`);
  }

  @Tool({ description: 'Lists the tickets that were closed since the start' })
  closedTickets() {
    return this.#closed.join('\n');
  }
}

@Module({ providers: [Statistics] })
export class StatisticsModule {}
