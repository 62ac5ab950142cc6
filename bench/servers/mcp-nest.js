// `@rekog/mcp-nest` in Nest, as its documentation shows: a controller with a method for each definition.
// It validates the arguments of tools; those of prompts and the variables of templates it hands on as they come, so their
// methods have to validate them.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import {
  McpController,
  McpStrategy,
  Prompt,
  ResourceTemplate,
  StdioTransport,
  StreamableHttpTransport,
  Tool,
} from '@rekog/mcp-nest';
import { z } from 'zod';
import {
  identity,
  mimeType,
  nameOf,
  numbers,
  promptResult,
  resourceResult,
  templateOf,
  toolResult,
} from '../definitions/review.js';
import { promptShape, resourceSchema, toolSchema } from '../definitions/schemas.js';
import { application, enhance, portOf } from './nest-application.js';

/** For each kind, the decorator of a method, and the method: one of its own each time, as decorators write on it. */
const METHODS = {
  prompts(name) {
    const parameters = z.object(promptShape());
    return [Prompt({ name, description: '', parameters }), (values) => promptResult(parameters.parse(values))];
  },
  tools: (name) => [Tool({ name, description: '', parameters: toolSchema() }), (values) => toolResult(values)],
  resources(name, index) {
    const variables = resourceSchema();
    const answer = ({ uri, ...given }) => resourceResult(uri, variables.parse(given));
    return [ResourceTemplate({ name, uriTemplate: templateOf(index), mimeType }), answer];
  },
};

function controllerOf({ kind, count }) {
  class Reviews {}
  for (const index of numbers(count)) {
    const name = nameOf(index);
    const [decorate, value] = METHODS[kind](name, index);
    Object.defineProperty(Reviews.prototype, name, { value });
    decorate(Reviews.prototype, name, Object.getOwnPropertyDescriptor(Reviews.prototype, name));
    Payload()(Reviews.prototype, name, 0);
  }
  McpController()(Reviews);
  return Reviews;
}

function moduleOf(has, isEnhanced = false) {
  const controller = controllerOf(has);
  class App {}
  Module({ controllers: [isEnhanced ? enhance(controller) : controller] })(App);
  return App;
}

const strategyOn = (transport) => new McpStrategy({ ...identity, transports: [transport] });

export async function http(has, { platform = 'Express', isEnhanced } = {}) {
  const app = await application(moduleOf(has, isEnhanced), platform);
  const strategy = strategyOn(new StreamableHttpTransport());
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  return portOf(app);
}

export async function stdio(has) {
  const strategy = strategyOn(new StdioTransport());
  const app = await NestFactory.createMicroservice(moduleOf(has), { strategy, logger: false });
  await app.listen();
}
