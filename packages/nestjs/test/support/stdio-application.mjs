// Started by tests as a process of its own. It logs with Nest's default logger and with console.log, and writes to stdout
// whatever it can. Its first argument is `module`, or `context` for an application context with a logger on stderr; with
// `http` it listens instead, and says where.
import 'reflect-metadata';
import { Prompt } from '@cuecard/core';
import { CuecardModule, serveStdio, StderrLogger } from '@cuecard/nestjs';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

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

async function overHttp() {
  const app = await NestFactory.create(AppModule, { logger: new StderrLogger() });
  await app.listen(0, '127.0.0.1');
  process.stderr.write(`port ${app.getHttpServer().address().port} listens\n`);
  return app;
}

async function overStdio(how) {
  if (how === 'module') return serveStdio(AppModule);
  return serveStdio(await NestFactory.createApplicationContext(AppModule, { logger: new StderrLogger() }));
}

const [, , how] = process.argv;
const app = await (how === 'http' ? overHttp() : overStdio(how));
app.enableShutdownHooks();
console.log('started');
