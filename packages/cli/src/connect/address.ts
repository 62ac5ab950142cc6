/** How a client reaches a server: it starts it, or it asks one that runs. */
export type Address =
  | { readonly transport: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly transport: 'http'; readonly url: string };

export type Transport = Address['transport'];

/** Where `cuecard dev` and `cuecard serve --http` answer. */
export const DEFAULT_URL = 'http://localhost:3917/mcp';
