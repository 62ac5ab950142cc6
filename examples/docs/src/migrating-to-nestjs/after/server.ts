import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Shelf } from '../../migrating/shelf.js';
import { AddBook } from '../../migrating/cuecard/add-book.js';
import { Recommend } from '../../migrating/cuecard/recommend.js';
import { Book } from '../../migrating/cuecard/book.js';

@Module({
  imports: [CuecardModule.forRoot({ name: 'library', version: '1.0.0', path: 'mcp' })],
  providers: [Shelf, Recommend, AddBook, Book],
})
export class AppModule {}

export async function start(port: number) {
  const app = await NestFactory.create(AppModule);
  await app.listen(port, '127.0.0.1');
  return app;
}
