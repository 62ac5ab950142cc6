import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Shelf } from '../shelf.js';
import { AddBook } from './add-book.js';
import { Recommend } from './recommend.js';
import { AllBooks, OneBook } from './resources.js';

@Module({
  imports: [CuecardModule.forRoot({ name: 'library', version: '1.0.0', path: 'mcp' })],
  providers: [Shelf, Recommend, AddBook, AllBooks, OneBook],
})
export class AppModule {}

export async function start(port: number) {
  const app = await NestFactory.create(AppModule);
  await app.listen(port, '127.0.0.1');
  return app;
}
