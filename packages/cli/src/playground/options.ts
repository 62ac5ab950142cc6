import type { Definition, Runtime, ServedRuntime } from '@cuecard/core';

/** A place in a file of the project. */
export interface SourcePlace {
  /** Relative to the project, with `/`. In the messages of a command, relative to its folder. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
}

/** A problem of the project, as text for its developer. */
export interface ProjectProblem {
  /** Names the kind of problem, such as `name-taken`; stable, and a heading of the documentation. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** The problem in one sentence, without a full stop. */
  readonly summary: string;
  /** The cause, if the summary does not name it. */
  readonly why?: string;
  /** How to fix it. */
  readonly fix?: string;
  readonly where?: SourcePlace;
  /** The lines around the place, with the place marked. */
  readonly frame?: string;
  /**
   * The address of the section of the documentation that explains the problem.
   * @default the section that has the code as its heading
   */
  readonly section?: string;
}

/** An error that code of the project has thrown. Only its developer may see it: the message may contain arguments. */
export interface ThrownError {
  /** The class and the message: `TypeError: Cannot read properties of undefined`. */
  readonly message: string;
  /** The innermost place in code of the project. */
  readonly where?: SourcePlace;
  /** The lines around the place, with the place marked. */
  readonly frame?: string;
  /** The lines of the stack. Frames of packages and of Node are counted in one line. */
  readonly stack: readonly string[];
  readonly causes?: readonly ThrownError[];
}

/** An event of the project while the page is open. */
export type ProjectEvent =
  /** A change is served: the definitions that were added, removed or edited, as `kind name@version`. */
  | { readonly type: 'reloaded'; readonly changed: readonly string[]; readonly ms: number }
  /** The problems have changed. While one is an error, the last working version is served. */
  | { readonly type: 'problems'; readonly problems: readonly ProjectProblem[] }
  | { readonly type: 'log'; readonly level: 'debug' | 'info' | 'warning' | 'error'; readonly message: string };

export interface PlaygroundOptions {
  /** The runtime to show. It stays the same object while the project changes: `become` replaces its contents. */
  readonly runtime: Runtime;
  /**
   * The runtime to serve, such as a wrapper that counts requests.
   * @default the runtime
   */
  readonly served?: ServedRuntime;
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /**
   * The path of the endpoint.
   * @default '/mcp'
   */
  readonly path?: string;
  /**
   * The token for all requests of the page: 256 random bits or more, as base64url. Pass the same token after a restart,
   * so that open pages reconnect. Store it where only its user can read it.
   * @default a random token
   */
  readonly token?: string;
  /** The problems of the project at the moment. */
  problems?(): readonly ProjectProblem[];
  /** Calls the listener for every event of the project. Returns a function that removes it. */
  onEvent?(listener: (event: ProjectEvent) => void): () => void;
  /** Returns the error that code of the project threw, by the id that clients get with "Internal error". */
  thrown?(id: string): ThrownError | undefined;
  /** Returns the place where a definition is declared. */
  sourceOf?(definition: Definition): SourcePlace | undefined;
  /** Opens a place in the editor of the user. Without it, the page has no such links. */
  open?(place: SourcePlace): Promise<void>;
  /** The commands and settings that connect clients to this server. */
  connections?(): readonly { readonly client: string; readonly text: string }[];
}

/** The hosts that a browser on this machine reaches as `localhost`. */
const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', '0.0.0.0', '[::]']);

/** The address of the page. Browsers keep the fragment to themselves: the token is in no log and no `Referer`. */
export function addressOf(endpoint: string, token: string): string {
  const url = new URL('/', endpoint);
  if (LOCAL.has(url.hostname)) url.hostname = 'localhost';
  url.hash = `token=${token}`;
  return url.href;
}
