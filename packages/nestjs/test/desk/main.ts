import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.ts';

export async function bootstrap() {
  const app = await NestFactory.create(AppModule, { forceCloseConnections: true });
  app.enableShutdownHooks();
  await app.listen(process.env['PORT'] ?? 3000);
  return app;
}
