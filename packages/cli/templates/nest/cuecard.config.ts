import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './src/app.module.js';

export default defineConfig(async () => {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error', 'warn'], abortOnError: false });
  return { name: 'my-project', version: '0.1.0', runtime: app.get(Runtime), close: () => app.close() };
});
