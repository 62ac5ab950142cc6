import { definePrompt, Runtime, user } from '@cuecard/core';
import { deadline, logging, rateLimit } from '@cuecard/interceptors';
import { serveStdio } from '@cuecard/server';

const greet = definePrompt({
  name: 'greet',
  description: 'Asks for a greeting',
  interceptors: [deadline(2_000)],
  render: () => user`Say hello.`,
});

const runtime = new Runtime({ prompts: [greet], interceptors: [logging(), rateLimit()] });
await serveStdio(runtime, { name: 'greetings', version: '1.0.0' });
