import { Arg, type RequestContext, Tool, type ToolHandler } from '@cuecard/core';
import { ArrayMaxSize } from 'class-validator';

export abstract class Customers {
  abstract add(name: string, signal: AbortSignal): Promise<void>;
}

export class ImportArgs {
  @Arg({ description: 'The names of the customers', items: String })
  @ArrayMaxSize(1_000)
  names!: string[];
}

@Tool({ description: 'Imports customers', args: ImportArgs, annotations: { idempotentHint: true } })
export class ImportCustomers implements ToolHandler<ImportArgs> {
  constructor(private readonly customers: Customers) {}

  async call({ names }: ImportArgs, context: RequestContext) {
    for (const [index, name] of names.entries()) {
      context.signal.throwIfAborted(); // The client has cancelled, or the time is up.
      await this.customers.add(name, context.signal);
      context.progress(index + 1, names.length, name);
    }
    return `Imported ${names.length} customers.`;
  }
}
