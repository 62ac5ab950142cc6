import 'reflect-metadata';
import { serveStdio, StderrLogger } from '@cuecard/nestjs';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

const app = await NestFactory.createApplicationContext(AppModule, { logger: new StderrLogger() });
app.enableShutdownHooks();
await serveStdio(app, { auth: { principal: process.env['USER'] ?? 'somebody', scopes: ['tickets:answer'] } });
