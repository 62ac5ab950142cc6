import { Prompt, type PromptHandler, user } from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Injectable()
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

@Module({
  imports: [CuecardModule.forRoot({ name: 'greetings', version: '1.0.0' })],
  providers: [Greet, Greetings],
})
class AppModule {}

const app = await NestFactory.create(AppModule);
await app.listen(process.env['PORT'] ?? 3000, '127.0.0.1');
console.log(`Serving ${await app.getUrl()}/mcp`);
