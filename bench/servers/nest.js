// An application of Nest on either platform, with a guard and an interceptor for comparisons. As a server it is an
// application that has only a route, which shows the time that Nest itself takes to start.
import 'reflect-metadata';
import { Body, Controller, HttpCode, Injectable, Module, Post, UseGuards, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { map } from 'rxjs';
import { promptResult, values } from '../definitions/review.js';

class Admission {
  canActivate(context) {
    return context.getHandler() !== undefined;
  }
}
Injectable()(Admission);

/** Waits for the result and returns it, like an interceptor that logs durations. */
class Forwarding {
  intercept(_context, next) {
    return next.handle().pipe(map((result) => result));
  }
}
Injectable()(Forwarding);

/** Puts the guard and the interceptor on a class. */
export function enhance(type) {
  UseGuards(Admission)(type);
  UseInterceptors(Forwarding)(type);
  return type;
}

const PLATFORMS = {
  Express: async () => new (await import('@nestjs/platform-express')).ExpressAdapter(),
  Fastify: async () => new (await import('@nestjs/platform-fastify')).FastifyAdapter(),
};

/** Creates an application that does not listen yet. */
export async function create(metadata, platform) {
  class App {}
  Module(metadata)(App);
  return NestFactory.create(App, await PLATFORMS[platform](), { logger: false });
}

/** Starts an application; returns its port. */
export async function listen(app) {
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer().address().port;
}

export async function http(_definitions, { platform }) {
  class Responses {
    respond({ id }) {
      return { jsonrpc: '2.0', id, result: promptResult(values) };
    }
  }
  const route = Object.getOwnPropertyDescriptor(Responses.prototype, 'respond');
  Post('mcp')(Responses.prototype, 'respond', route);
  HttpCode(200)(Responses.prototype, 'respond', route);
  Body()(Responses.prototype, 'respond', 0);
  Controller()(Responses);
  return listen(await create({ controllers: [Responses] }, platform));
}
