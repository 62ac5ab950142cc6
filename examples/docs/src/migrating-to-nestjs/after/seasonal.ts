import { defineTool, Runtime } from '@cuecard/core';
import { Injectable } from '@nestjs/common';

/** A tool that comes and goes while the application runs. */
@Injectable()
export class SummerSale {
  readonly #tool = defineTool({
    name: 'summer_price',
    description: 'The price of a book in summer',
    args: [{ name: 'price', type: Number }],
    call: ({ price }) => `${Number(price) / 2} francs`,
  });

  constructor(private readonly runtime: Runtime) {}

  begin(): void {
    this.runtime.replace(this.runtime.registry.with(this.#tool));
  }

  end(): void {
    this.runtime.replace(this.runtime.registry.without(['summer_price'], 'tool'));
  }
}
