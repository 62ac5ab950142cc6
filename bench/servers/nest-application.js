// An application of Nest on either platform, with the guard and the interceptor that are compared.
import 'reflect-metadata';
import { Injectable, UseGuards, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { map } from 'rxjs';

class Admits {
  canActivate(context) {
    return context.getHandler() !== undefined;
  }
}
Injectable()(Admits);

/** Waits for the answer and hands it on, as one that logs how long it took. */
class Passes {
  intercept(_context, next) {
    return next.handle().pipe(map((answer) => answer));
  }
}
Injectable()(Passes);

/** Puts the guard and the interceptor on a class. */
export function enhance(type) {
  UseGuards(Admits)(type);
  UseInterceptors(Passes)(type);
  return type;
}

const PLATFORMS = {
  Express: async () => new (await import('@nestjs/platform-express')).ExpressAdapter(),
  Fastify: async () => new (await import('@nestjs/platform-fastify')).FastifyAdapter(),
};

/** An application that does not listen yet. */
export async function application(module, platform) {
  return NestFactory.create(module, await PLATFORMS[platform](), { logger: false });
}

export async function portOf(app) {
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer().address().port;
}
