import type { Runtime } from '@cuecard/core';
import type { Route, Routes } from './http/api-routes.js';
import { RequestFault } from './http/request-fault.js';
import { definitionAt } from './project/catalogue.js';
import { moveLabel } from './project/label-move.js';
import { labelHistory, removeLabel, rollBackLabel, storedLabels } from './project/stored-labels.js';

/** What the page asks of labels, as `api.ts` has it. */
export function labelRoutes(runtime: Runtime): Routes {
  return {
    label: changing((body) => moveLabel(runtime, body)),
    'label/remove': changing((body) => removeLabel(runtime, body)),
    'label/rollback': changing((body) => rollBackLabel(runtime, body)),
    'labels/': {
      method: 'GET',
      answer: async ({ rest }) => JSON.stringify(await storedLabels(runtime, definitionAt(runtime, rest))),
    },
    'label-history/': {
      method: 'GET',
      answer: async ({ rest, query }) => {
        return JSON.stringify(await labelHistory(runtime, definitionAt(runtime, rest), labelIn(query)));
      },
    },
  };
}

function changing(change: (body: unknown) => Promise<void>): Route {
  return {
    method: 'POST',
    answer: async ({ body }) => {
      await change(body);
      return undefined;
    },
  };
}

function labelIn(query: URLSearchParams): string {
  const label = query.get('label') ?? '';
  if (label !== '') return label;
  throw new RequestFault(400, 'query', '"label" must be a text');
}
