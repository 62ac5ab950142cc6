import { definePack, mount, Prompt, type PromptHandler } from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';

// A pack that two modules mount, each with a service of its own.

abstract class Tone {
  abstract readonly words: string;
}

@Prompt({ description: 'Greets a customer' })
class Greeting implements PromptHandler {
  constructor(private readonly tone: Tone) {}

  render = () => `Greet the customer ${this.tone.words}`;
}

const pack = definePack({ name: '@acme/greetings', version: '1.0.0', prompts: [Greeting], requires: [Tone] });

@Module({
  imports: [CuecardModule.forFeature([mount(pack, { prefix: 'sales' })])],
  providers: [{ provide: Tone, useValue: { words: 'warmly' } }],
})
export class SalesModule {}

@Module({
  imports: [CuecardModule.forFeature([mount(pack, { prefix: 'support' })])],
  providers: [{ provide: Tone, useValue: { words: 'briefly' } }],
})
export class SupportModule {}
