import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpStrategy, StreamableHttpTransport } from '@rekog/mcp-nest';
import { Shelf } from '../../migrating/shelf.js';
import { Books } from './add-book.js';
import { Recommendations } from './recommend.js';
import { Library } from './resources.js';

@Module({ controllers: [Recommendations, Books, Library], providers: [Shelf] })
export class AppModule {}

export async function start(port: number) {
  const strategy = new McpStrategy({ name: 'library', version: '1.0.0', transports: [new StreamableHttpTransport()] });
  const app = await NestFactory.create(AppModule);
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  await app.listen(port, '127.0.0.1');
  return app;
}
