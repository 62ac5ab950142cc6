import type { Type } from '@nestjs/common';
import { INJECTED_PARAMETERS, INJECTED_PROPERTIES } from './metadata-keys.js';

/** The key under which the compiler keeps the types of parameters. */
const PARAMETERS = 'design:paramtypes';

/** The tokens that a class injects into its constructor and its properties; `undefined` stands for one that is unknown. */
export function injectedBy(type: Type): readonly unknown[] {
  const tokens = [...(metadataOf<unknown>(PARAMETERS, type) ?? [])];
  for (const { index, param } of metadataOf<{ index: number; param: unknown }>(INJECTED_PARAMETERS, type) ?? [])
    tokens[index] = param;
  const properties = metadataOf<{ type: unknown }>(INJECTED_PROPERTIES, type) ?? [];
  return [...tokens, ...properties.map((each) => each.type)];
}

function metadataOf<Each>(key: string, type: Type): readonly Each[] | undefined {
  return Reflect.getMetadata(key, type) as readonly Each[] | undefined;
}
