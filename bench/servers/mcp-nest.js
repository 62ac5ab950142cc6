// `@rekog/mcp-nest` in Nest on Express, as its documentation shows: a controller with a method for each prompt. It lists
// from a schema but hands the arguments on as they come, so the methods have to validate them.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { McpController, McpStrategy, Prompt, StdioTransport, StreamableHttpTransport } from '@rekog/mcp-nest';
import { z } from 'zod';
import { answer, identity, nameOf, numbers } from '../prompts/prompt.js';
import { shape } from '../prompts/schema.js';

function controllerOf(count) {
  class Reviews {}
  for (const name of numbers(count).map(nameOf)) {
    const parameters = z.object(shape());
    Object.defineProperty(Reviews.prototype, name, { value: (values) => answer(parameters.parse(values)) });
    const descriptor = Object.getOwnPropertyDescriptor(Reviews.prototype, name);
    Prompt({ name, description: '', parameters })(Reviews.prototype, name, descriptor);
    Payload()(Reviews.prototype, name, 0);
  }
  McpController()(Reviews);
  return Reviews;
}

function moduleOf(count) {
  class App {}
  Module({ controllers: [controllerOf(count)] })(App);
  return App;
}

const strategyOn = (transport) => new McpStrategy({ ...identity, transports: [transport] });

export async function http(count) {
  const app = await NestFactory.create(moduleOf(count), { logger: false });
  const strategy = strategyOn(new StreamableHttpTransport());
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer().address().port;
}

export async function stdio(count) {
  const strategy = strategyOn(new StdioTransport());
  const app = await NestFactory.createMicroservice(moduleOf(count), { strategy, logger: false });
  await app.listen();
}
