import { setTimeout as sleep } from 'node:timers/promises';
import { Arg, Prompt, type RequestContext, type PromptHandler } from '@cuecard/core';
import { cached, deadline, sizeLimits } from '@cuecard/interceptors';
import { houseStyle } from './house-style.js';

export class WeatherArgs {
  @Arg({ description: 'The town' })
  town!: string;
}

@Prompt({
  description: 'Asks for advice on what to wear',
  args: WeatherArgs,
  interceptors: [
    sizeLimits({ argumentLength: 60 }),
    cached({ scope: 'public', ttlMs: 300_000 }),
    deadline(2_000),
    houseStyle,
  ],
})
export class WhatToWear implements PromptHandler<WeatherArgs> {
  /** How often the forecast has been asked for. */
  static asked = 0;

  async render({ town }: WeatherArgs, { signal }: RequestContext) {
    return `In ${town} ${await this.forecast(signal)} is expected. What should I wear?`;
  }

  private async forecast(signal: AbortSignal): Promise<string> {
    WhatToWear.asked += 1;
    return sleep(5, 'rain', { signal });
  }
}

@Prompt({ description: 'Explains a payslip', visible: ({ bag }) => bag.team === 'payroll' })
export class Payslip implements PromptHandler {
  render = () => 'Explain this payslip, line by line.';
}
