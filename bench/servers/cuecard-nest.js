// Cuecard in Nest: its classes are providers.
import { CuecardModule } from '@cuecard/nestjs';
import { classesOf } from '../definitions/classes.js';
import { identity } from '../definitions/review.js';
import { create, enhance, listen } from './nest.js';

export async function http({ kind, count }, { platform, isEnhanced }) {
  const providers = classesOf(kind, count);
  if (isEnhanced) for (const provider of providers) enhance(provider);
  const imports = [CuecardModule.forRoot({ ...identity, path: 'mcp' })];
  return listen(await create({ imports, providers }, platform));
}
