import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

const app = await NestFactory.create(AppModule);
app.enableShutdownHooks();
await app.listen(Number(process.env['PORT'] ?? 3917), '127.0.0.1');
console.log(`The tickets are at ${await app.getUrl()}/mcp`);
