import { ResourceUpdates } from '@cuecard/core';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { ClientProxy, EventPattern, Payload } from '@nestjs/microservices';

const UPDATED = 'greetings.updated';

/** Publishes changes of resources to all instances, over any transport of Nest's microservices. */
@Injectable()
export class NestUpdates extends ResourceUpdates {
  constructor(@Inject('UPDATES') private readonly client: ClientProxy) {
    super();
  }

  override publish(uri: string): void {
    this.client.emit(UPDATED, uri).subscribe({ error: () => this.notify(uri) });
  }

  /** @param uri nothing if any resource may have changed */
  received(uri?: string): void {
    this.notify(uri);
  }
}

@Controller()
export class UpdatesController {
  constructor(@Inject(NestUpdates) private readonly updates: NestUpdates) {}

  @EventPattern(UPDATED)
  updated(@Payload() uri: string): void {
    this.updates.received(uri);
  }
}
