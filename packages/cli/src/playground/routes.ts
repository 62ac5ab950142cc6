import type { ProjectInfo } from './api.js';
import { jsonBody, type Routes, RequestFault } from './http/api-routes.js';
import type { CallerEndpoint } from './http/caller-endpoint.js';
import type { EventStreams } from './http/event-streams.js';
import type { CallLog } from './log/call-log.js';
import type { PlaygroundOptions } from './options.js';
import { Catalogue, definitionAt } from './project/catalogue.js';
import { detailOf, placeIn } from './project/definition-detail.js';
import { hostsOf, REVISIONS } from './views/view-context.js';
import { viewsOf } from './views/views.js';

interface RouteContext {
  readonly options: PlaygroundOptions;
  readonly log: CallLog;
  readonly streams: EventStreams;
  readonly callers: CallerEndpoint;
}

/** The routes of `api.ts`. */
export function routesOf({ options, log, streams, callers }: RouteContext): Routes {
  const { runtime, open } = options;
  const catalogue = new Catalogue(runtime);
  return {
    project: { method: 'GET', answer: () => JSON.stringify(projectOf(options)) },
    catalogue: { method: 'GET', answer: async ({ query }) => JSON.stringify(await catalogue.page(fromIn(query))) },
    'definitions/': {
      method: 'GET',
      answer: async ({ rest }) => {
        const definition = await definitionAt(runtime, rest);
        const entry = await catalogue.entryOf(definition);
        const versions = runtime.registry.versions(definition.name, definition.kind.name) ?? [];
        return JSON.stringify(detailOf(definition, { entry, versions, source: options.sourceOf?.(definition) }));
      },
    },
    view: {
      method: 'POST',
      answer: async ({ request, signal }) => JSON.stringify(await viewsOf(runtime, await jsonBody(request), signal)),
    },
    calls: { method: 'GET', answer: () => log.json },
    events: { method: 'GET', answer: ({ response }) => streams.open(response) },
    mcp: { method: 'POST', answer: (request) => callers.answer(request) },
    ...(open && {
      open: { method: 'POST', answer: async ({ request }) => open.call(options, placeIn(await jsonBody(request))) },
    }),
  };
}

function projectOf(options: PlaygroundOptions): ProjectInfo {
  const { runtime, name, version, title, path = '/mcp' } = options;
  return {
    name,
    version,
    title,
    path,
    problems: options.problems?.() ?? [],
    opens: options.open !== undefined,
    connections: options.connections?.() ?? [],
    hosts: hostsOf(runtime).map(({ key }) => key),
    revisions: REVISIONS,
  };
}

function fromIn(query: URLSearchParams): number {
  const from = Number(query.get('from') ?? 0);
  if (Number.isSafeInteger(from) && from >= 0) return from;
  throw new RequestFault(400, 'query', '"from" must be a whole number');
}
