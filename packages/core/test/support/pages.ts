import type { CallOptions, Resources } from '@cuecard/core';

/** The URIs on each page of a list of resources. */
export async function pagesOf(resources: Resources, call: CallOptions = {}): Promise<string[][]> {
  const pages: string[][] = [];
  for (let params = {}; ;) {
    const page = await resources.list(params, call);
    pages.push(page.resources.map(({ uri }) => uri));
    if (page.nextCursor === undefined) return pages;
    params = { cursor: page.nextCursor };
  }
}
