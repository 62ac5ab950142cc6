import type { ListOptions, Resource, ResourceReader } from '@cuecard/core';

/** All that a reader lists. */
export async function listed(reader: ResourceReader, options?: ListOptions): Promise<Resource[]> {
  const resources: Resource[] = [];
  for await (const resource of reader.list(options)) resources.push(resource);
  return resources;
}
