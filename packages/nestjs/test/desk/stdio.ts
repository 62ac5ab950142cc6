import { serveStdio } from '@cuecard/nestjs';
import { AppModule } from './app.module.ts';

export async function bootstrap() {
  const app = await serveStdio(AppModule, { auth: { principal: 'Ann', scopes: [] } });
  app.enableShutdownHooks();
}
