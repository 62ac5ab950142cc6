// An application of Nest that has nothing but a route, to see what it takes to start one.
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { promptResult, values } from '../definitions/review.js';
import { application, portOf } from './nest-application.js';

export async function http(_has, { platform }) {
  class Answers {
    answer({ id }) {
      return { jsonrpc: '2.0', id, result: promptResult(values) };
    }
  }
  const route = Object.getOwnPropertyDescriptor(Answers.prototype, 'answer');
  Post('mcp')(Answers.prototype, 'answer', route);
  HttpCode(200)(Answers.prototype, 'answer', route);
  Body()(Answers.prototype, 'answer', 0);
  Controller()(Answers);
  class App {}
  Module({ controllers: [Answers] })(App);
  return portOf(await application(App, platform));
}
