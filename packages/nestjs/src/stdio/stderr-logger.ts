import { ConsoleLogger } from '@nestjs/common';

/** Nest's own logger, on stderr at every level: over stdio, stdout carries the protocol. */
export class StderrLogger extends ConsoleLogger {
  protected override printMessages(...given: Parameters<ConsoleLogger['printMessages']>): void {
    const [messages, context, level, , ...more] = given;
    super.printMessages(messages, context, level, 'stderr', ...more);
  }
}
