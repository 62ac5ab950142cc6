// Tests start this program in a process. It logs by Nest's default logger and by console.log. Its argument is `module` for
// serveStdio(AppModule), `context` for an application context with a logger on stderr, or the HTTP platform, `express` or
// `fastify`. Over HTTP it writes its port to stderr.
import 'reflect-metadata';
import { Prompt } from '@cuecard/core';
import { CuecardModule, serveStdio, StderrLogger } from '@cuecard/nestjs';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Database {
  isOpen = true;
  async query() {
    await wait(200);
    return this.isOpen ? 'rows' : 'the database is closed';
  }
  onModuleDestroy() {
    this.isOpen = false;
    process.stderr.write('database closed\n');
  }
}

class Slow {
  constructor(database) {
    this.database = database;
  }
  async render() {
    console.log('a line of console.log');
    new Logger('Slow').log('a line of the logger');
    return this.database.query();
  }
}
Reflect.defineMetadata('design:paramtypes', [Database], Slow);
Prompt()(Slow);

class AppModule {}
Module({
  imports: [CuecardModule.forRoot({ name: 'desk', version: '1.0.0' })],
  providers: [Database, Slow],
})(AppModule);

async function overHttp(platform) {
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
  const app = await NestFactory.create(AppModule, adapter, { logger: new StderrLogger() });
  await app.listen(0, '127.0.0.1');
  process.stderr.write(`port ${app.getHttpServer().address().port} listens\n`);
  return app;
}

async function overStdio(how) {
  if (how === 'module') return serveStdio(AppModule);
  return serveStdio(await NestFactory.createApplicationContext(AppModule, { logger: new StderrLogger() }));
}

const [, , how] = process.argv;
const app = await (how === 'express' || how === 'fastify' ? overHttp(how) : overStdio(how));
app.enableShutdownHooks();
console.log('started');
