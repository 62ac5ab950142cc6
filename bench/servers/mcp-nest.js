// `@rekog/mcp-nest`, as its documentation shows: a controller with a method for each definition. It validates the arguments
// of tools. It passes those of prompts and the variables of templates on unchanged, so their methods validate them.
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
import * as review from '../definitions/review.js';
import { promptShape, resourceSchema, toolSchema } from '../definitions/zod.js';
import { create, enhance, listen } from './nest.js';

/** For each kind, a method and its decorator. Each definition needs a method of its own, because decorators write on it. */
const KINDS = {
  prompts(name) {
    const parameters = z.object(promptShape());
    return [Prompt({ name, description: '', parameters }), (values) => review.promptResult(parameters.parse(values))];
  },
  tools: (name) => [Tool({ name, description: '', parameters: toolSchema() }), (values) => review.toolResult(values)],
  resources(name, index) {
    const variables = resourceSchema();
    const method = ({ uri, ...input }) => review.resourceResult(uri, variables.parse(input));
    const { mimeType, templateOf } = review;
    return [ResourceTemplate({ name, uriTemplate: templateOf(index), mimeType }), method];
  },
};

function controllerOf({ kind, count }, isEnhanced) {
  class Reviews {}
  for (const index of review.numbers(count)) {
    const name = review.nameOf(index);
    const [decorate, value] = KINDS[kind](name, index);
    Object.defineProperty(Reviews.prototype, name, { value });
    decorate(Reviews.prototype, name, Object.getOwnPropertyDescriptor(Reviews.prototype, name));
    Payload()(Reviews.prototype, name, 0);
  }
  McpController()(Reviews);
  return isEnhanced ? enhance(Reviews) : Reviews;
}

const strategyOn = (transport) => new McpStrategy({ ...review.identity, transports: [transport] });

export async function http(definitions, { platform = 'Express', isEnhanced = false }) {
  const app = await create({ controllers: [controllerOf(definitions, isEnhanced)] }, platform);
  const strategy = strategyOn(new StreamableHttpTransport());
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  return listen(app);
}

export async function stdio(definitions) {
  class App {}
  Module({ controllers: [controllerOf(definitions)] })(App);
  const strategy = strategyOn(new StdioTransport());
  const app = await NestFactory.createMicroservice(App, { strategy, logger: false });
  await app.listen();
}
