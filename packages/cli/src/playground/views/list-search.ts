import type { CallOptions, Runtime } from '@cuecard/core';

export type Entry = Readonly<Record<string, unknown>> & { readonly name: string };

/** The maximum number of pages to read: a client would not ask for more either. */
const MAX_PAGES = 200;

/** Finds an entry in a list of a runtime, as a client gets it. The runtime keeps its pages. */
export async function findEntry(
  runtime: Runtime,
  { method, call }: { readonly method: string; readonly call: CallOptions },
  isMeant: (entry: Entry) => boolean,
): Promise<Entry | undefined> {
  const { answer } = runtime.methods.get(method) ?? {};
  let cursor: string | undefined;
  for (let count = 0; answer !== undefined && count < MAX_PAGES; count += 1) {
    const page: object = await answer(cursor === undefined ? {} : { cursor }, call);
    const entries = (Object.values(page).find((each) => Array.isArray(each)) ?? []) as readonly Entry[];
    const found = entries.find(isMeant);
    if (found !== undefined) return found;
    cursor = (page as { readonly nextCursor?: string }).nextCursor;
    if (cursor === undefined) return undefined;
  }
  return undefined;
}
