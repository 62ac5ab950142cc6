// Started by tests as a process of its own. It logs with Nest's default logger and with console.log, and writes to stdout
// whatever it can. Its first argument is `module`, or `context` for an application context with a logger on stderr.
import 'reflect-metadata';
import * as adapter from '@cuecard/mcp-server';
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
  imports: [CuecardModule.forRoot({ name: 'desk', version: '1.0.0', adapter })],
  providers: [Database, Slow],
})(AppModule);

const isModule = process.argv[2] === 'module';
const application = isModule
  ? AppModule
  : await NestFactory.createApplicationContext(AppModule, { logger: new StderrLogger() });
const app = await serveStdio(application);
app.enableShutdownHooks();
console.log('started');
