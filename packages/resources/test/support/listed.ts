import type { ListOptions, ListedResource, ResourceReader } from '@cuecard/core';

/** Everything that a reader lists. */
export async function listed(reader: ResourceReader, options?: ListOptions): Promise<ListedResource[]> {
  const resources: ListedResource[] = [];
  for await (const resource of reader.list(options)) resources.push(resource);
  return resources;
}
