import { Prompt, type PromptHandler, Runtime, user } from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';

class Greetings {
  readonly list = ['Hello', 'Good morning'];
}

@Prompt({ description: 'Asks for a greeting' })
class Greet implements PromptHandler {
  constructor(private readonly greetings: Greetings) {}

  render() {
    return user`Greet me with one of these: ${this.greetings.list.join(', ')}.`;
  }
}

container.registerSingleton(Greetings);
const runtime = new Runtime({ prompts: [Greet], resolver: fromContainer(container) });
await serveStdio(runtime, { name: 'greetings', version: '1.0.0' });
