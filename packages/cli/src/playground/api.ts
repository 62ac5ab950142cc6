import type { KindName } from '@cuecard/core';
import type { ProjectEvent, ProjectProblem, SourcePlace, ThrownError } from './options.js';

// The requests of the page that are not MCP. All require the token, and only pages of this origin may send them. For
// everything else, the page is an MCP client of the endpoint.
// Requests carry `authorization: Bearer TOKEN`; bodies are JSON of at most 1 MiB.

/**
 * The body of every error response: 400 for an invalid request, 401 without the token, 403 for another origin, 404,
 * 405, 409, 413, 415, 500, and 503 for too many streams.
 */
export interface ApiError {
  readonly error: { readonly code: string; readonly message: string };
}

/** `GET /-/project`. */
export interface ProjectInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  /** The path of the endpoint. */
  readonly path: string;
  readonly problems: readonly ProjectProblem[];
  /** Whether places can be opened in an editor. */
  readonly opens: boolean;
  readonly connections: readonly { readonly client: string; readonly text: string }[];
  /** The hosts whose view can be requested: `any client`, which has no profile, and the keys of the profiles. */
  readonly hosts: readonly string[];
  /** The protocol revisions whose view can be requested, newest first. */
  readonly revisions: readonly string[];
}

/** One line of the catalogue. */
export interface CatalogueEntry {
  readonly kind: KindName;
  readonly name: string;
  readonly version?: string | undefined;
  /** Whether its name without a version selects it, for an anonymous caller with its scopes. */
  readonly isChosen: boolean;
  readonly labels?: readonly string[] | undefined;
  readonly title?: string | undefined;
  /** The beginning of the description, at most 200 characters, without the notice of a deprecation. */
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The packs that contain it, outermost first: `desk/reviews`. */
  readonly pack?: string | undefined;
  readonly deprecated?: string | undefined;
  /** The scopes that a caller needs. */
  readonly scopes?: readonly string[] | undefined;
  /** Whether it has sample arguments. */
  readonly hasSample?: true | undefined;
  /** Whether it has required arguments. */
  readonly needsArguments?: true | undefined;
}

/** `GET /-/catalogue?from=0`: up to 2,000 entries, ordered by kind and name, highest version first. */
export interface CataloguePage {
  readonly total: number;
  readonly entries: readonly CatalogueEntry[];
}

/** One argument, with properties that the protocol lacks. */
export interface ArgumentDetail {
  readonly name: string;
  readonly isCompleted: boolean;
  /** The property of its class, if it has another name. */
  readonly property?: string | undefined;
  /** Whether an empty string is a value. */
  readonly allowsEmpty: boolean;
  /** Whether it may have several lines: it is a string, and no rule limits it to one line. */
  readonly mayHaveLines: boolean;
}

/** `GET /-/definitions/{kind}/{name}`, where the name may end with `@version`. 404 if there is none. */
export interface DefinitionDetail extends CatalogueEntry {
  /** The whole description. */
  readonly description?: string | undefined;
  /** Its list entry, as a client without a profile gets it. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** The JSON Schema of its arguments or variables. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** In the order in which they are declared. */
  readonly arguments: readonly ArgumentDetail[];
  /** Sample arguments, as JSON. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** The other versions of its name, highest first. */
  readonly versions: readonly { readonly version: string; readonly labels: readonly string[] }[];
  readonly className: string;
  /** The method that is the handler, if its class is not. */
  readonly method?: string | undefined;
  readonly source?: SourcePlace | undefined;
}

/**
 * `POST /-/view`: a prompt, tool or resource as a client of a host and a revision gets it, as a list of {@link View}, by
 * hosts, then by revisions. The caller has the scopes that are needed. Tools are not called.
 */
export interface ViewRequest {
  readonly kind: KindName;
  /** May end with `@version`. */
  readonly name: string;
  /** The arguments of a prompt. Values other than strings are sent as JSON. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The URI of a resource to read. */
  readonly uri?: string | undefined;
  /** The caller. @default an anonymous one, if no scopes are needed */
  readonly principal?: string | undefined;
  readonly hosts: readonly string[];
  readonly revisions: readonly string[];
}

export interface View {
  readonly host: string;
  readonly revision: string;
  /** The name that the host shows, if it differs from the name of the entry. */
  readonly shownAs?: string;
  /** The tool that the host gets instead of or in addition to a prompt. `get_prompt` renders any prompt. */
  readonly asTool?: string;
  /** The list entry: of the tool, if the host has no prompts. Missing if the list omits it. */
  readonly entry?: Readonly<Record<string, unknown>>;
  /** The result, if there is no error. Missing for tools. */
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  /** The changes for the host as text, such as "audio became text". */
  readonly changes: readonly string[];
}

/**
 * A call of a method by a client, as `GET /-/calls` and the events return it: the last 500 calls, oldest first, or
 * fewer if they take more than 32 MiB. An event with a known `id` replaces that call.
 */
export interface LoggedCall {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Not kept above 256 KiB. */
  readonly params?: unknown;
  readonly client?: { readonly name?: string; readonly version?: string; readonly revision: string };
  /** Missing while the call is in progress. */
  readonly ms?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  /** The error that code of the project threw, which its client does not get. */
  readonly thrown?: ThrownError;
  /** The size of the result or error as JSON. Larger ones than 256 KiB are not kept. */
  readonly bytes?: number;
  /** Whether the client has cancelled it, so that it got no response. */
  readonly isCancelled?: true;
  /** Whether the result requests input of the user: another call has the response. */
  readonly isAsking?: true;
}

/**
 * The stream of `GET /-/events`: server-sent events whose data is one of these, read by `fetch` with the token. A reader
 * that lags behind is disconnected, and reconnects.
 */
export type PlaygroundEvent =
  | ProjectEvent
  | { readonly type: 'call'; readonly call: LoggedCall }
  /** A list has changed, so clients are notified. */
  | { readonly type: 'list-changed'; readonly kind: KindName };

// `POST /-/mcp?principal=ann&scopes=a+b` is the endpoint for a caller that the page chooses: MCP as at the public one.

/** `POST /-/open` with a {@link SourcePlace}: 204, or 404 without an editor. */
