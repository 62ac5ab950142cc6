import type { Type } from '@nestjs/common';

// What Nest's decorators, and the compiler, keep of a class.
const PARAMETERS = 'design:paramtypes';
const OF_PARAMETERS = 'self:paramtypes';
const OF_PROPERTIES = 'self:properties_metadata';

/** The tokens that a class injects into its constructor and its properties; `undefined` stands for one that is unknown. */
export function injectedBy(type: Type): readonly unknown[] {
  const tokens = [...(metadataOf<unknown>(PARAMETERS, type) ?? [])];
  for (const { index, param } of metadataOf<{ index: number; param: unknown }>(OF_PARAMETERS, type) ?? [])
    tokens[index] = param;
  const properties = metadataOf<{ type: unknown }>(OF_PROPERTIES, type) ?? [];
  return [...tokens, ...properties.map((each) => each.type)];
}

function metadataOf<Each>(key: string, type: Type): readonly Each[] | undefined {
  return Reflect.getMetadata(key, type) as readonly Each[] | undefined;
}
