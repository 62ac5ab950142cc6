import { ConsoleLogger, type LogLevel } from '@nestjs/common';

/** Nest's own logger, on stderr at every level: over stdio, stdout carries the protocol. */
export class StderrLogger extends ConsoleLogger {
  protected override printMessages(
    messages: unknown[],
    context?: string,
    logLevel?: LogLevel,
    _stream?: 'stdout' | 'stderr',
    ...more: unknown[]
  ): void {
    const print = super.printMessages.bind(this) as (...args: readonly unknown[]) => void;
    print(messages, context, logLevel, 'stderr', ...more);
  }
}
