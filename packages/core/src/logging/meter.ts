import { hasMethods } from '../text/option-kinds.js';

/** Counts with attributes. */
interface Counter {
  add(value: number, attributes?: Readonly<Record<string, string>>): unknown;
}

type CreateCounter = (name: string, options: { readonly description: string; readonly unit: string }) => Counter;

/** The part of an OpenTelemetry meter that Cuecard uses. `metrics.getMeter('my-service')` returns one. */
export interface Meter {
  readonly createCounter: CreateCounter;
  readonly createUpDownCounter: CreateCounter;
}

export type MetricName = 'sessions' | 'listeners' | 'notifications' | 'rejectedIds' | 'exceededLimits' | 'failures';

interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  /** Whether it goes down, too. */
  readonly isLevel?: true;
}

const METRICS: Readonly<Record<MetricName, Metric>> = {
  sessions: { name: 'sessions', unit: '{session}', description: 'Open sessions', isLevel: true },
  listeners: {
    name: 'listeners',
    unit: '{listener}',
    description: 'Clients that listen to changes since 2026-07-28',
    isLevel: true,
  },
  notifications: {
    name: 'notifications',
    unit: '{notification}',
    description: 'Notifications of changed lists and resources, by mcp.method.name',
  },
  rejectedIds: {
    name: 'rejected_ids',
    unit: '{id}',
    description: 'Ids from clients that the server does not accept, by cuecard.id: session or requestState',
  },
  exceededLimits: {
    name: 'exceeded_limits',
    unit: '{request}',
    description: 'Requests that exceeded a limit, by cuecard.limit',
  },
  failures: {
    name: 'failures',
    unit: '{failure}',
    description: 'Failures of services that the server uses, by cuecard.service',
  },
};

/**
 * Creates the counters of all metrics.
 * @throws {TypeError} if the meter creates anything else
 */
export function countersOf(meter: Meter): Readonly<Record<MetricName, Counter>> {
  const created = Object.entries(METRICS).map(([key, { name, isLevel, ...options }]) => {
    const create = isLevel === true ? 'createUpDownCounter' : 'createCounter';
    return [key, counted(meter[create](`cuecard.server.${name}`, options), create)];
  });
  return Object.fromEntries(created) as Record<MetricName, Counter>;
}

function counted(counter: Counter, create: string): Counter {
  if (hasMethods(counter, ['add'])) return counter;
  throw new TypeError(`The meter's ${create}() must return a counter with the function add`);
}
