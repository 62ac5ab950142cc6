import { definePrompt, Runtime, user } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';

const greet = definePrompt({ name: 'greet', description: 'Asks for a greeting', render: () => user`Say hello.` });

const port = Number(process.env['PORT'] ?? 3917);
const runtime = new Runtime({ prompts: [greet] });
const server = await serveHttp(runtime, { name: 'greetings', version: '1.0.0', port });
console.log(`Serving ${server.url}`);
