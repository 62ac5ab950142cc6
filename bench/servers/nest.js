// Cuecard in Nest: its classes are providers.
import { Module } from '@nestjs/common';
import { CuecardModule } from '@cuecard/nestjs';
import { classesOf } from '../definitions/classes.js';
import { identity } from '../definitions/review.js';
import { application, enhance, portOf } from './nest-application.js';

export async function http({ kind, count }, { platform, isEnhanced }) {
  const classes = classesOf(kind, count);
  if (isEnhanced) for (const each of classes) enhance(each);
  class App {}
  const cuecard = CuecardModule.forRoot({ ...identity, path: 'mcp' });
  Module({ imports: [cuecard], providers: classes })(App);
  return portOf(await application(App, platform));
}
