import { ignoreRejection } from '../promises.js';
import { clip } from '../text/strings.js';
import type { SafeLogger } from './logger.js';
import { hasMethods } from '../text/option-kinds.js';

/**
 * The maximum number of warnings to remember. They may contain text from clients, so their number is not limited
 * otherwise.
 */
const MAX_WARNINGS = 1_000;

/** How long a problem must be absent until it counts as over, in milliseconds. */
const QUIET_MS = 5_000;

interface Problem {
  readonly since: number;
  last: number;
  count: number;
}

/**
 * Reports problems to the people who operate a server: logs when a problem begins and when it is over, and counts
 * problems in OpenTelemetry metrics. Interceptors and selectors use it as `context.monitor`. A monitor never makes a
 * request fail.
 */
export class Monitor {
  readonly #logger: Pick<SafeLogger, 'warn' | 'info'>;
  readonly #counters: ReturnType<typeof createCounters> | undefined;
  readonly #warnings = new Set<string>();
  /** The services that are failing now, by name. */
  readonly #failing = new Map<string, Problem>();
  /** The limits that are exceeded now, by logged message. */
  readonly #exceeded = new Map<string, Problem>();

  constructor(logger: Pick<SafeLogger, 'warn' | 'info'>, meter?: Meter) {
    this.#logger = logger;
    this.#counters = meter && createCounters(meter);
  }

  count(metric: MetricName, value = 1, attributes?: Readonly<Record<string, string>>): void {
    try {
      ignoreRejection(this.#counters?.[metric].add(value, attributes));
    } catch {
      // A failing meter must not fail a request.
    }
  }

  /** Logs a warning unless it was logged before. Stops after 1,000 different warnings. */
  warnOnce(message: string): void {
    if (this.#warnings.has(message) || this.#warnings.size === MAX_WARNINGS) return;
    this.#warnings.add(message);
    this.#logger.warn(message);
  }

  /**
   * Reports that a service has failed. The first failure logs a warning.
   * @param service a name such as `cache`
   * @param effect the consequence, such as `prompts are rendered again`
   * @param cause the error. Only its name and the beginning of its message are logged, because database clients append
   * the failed command, which may contain data.
   */
  failed(service: string, effect: string, cause?: unknown): void {
    this.count('failures', 1, { 'cuecard.service': service });
    if (recordProblem(this.#failing, service)) return;
    this.#logger.warn(`The ${service} fails: ${effect}`, ...(cause === undefined ? [] : [summarize(cause)]));
  }

  /**
   * Reports that a call to a service has succeeded. If the service was failing, and its last failure is at least 5
   * seconds ago, logs that the service works again.
   */
  succeeded(service: string): void {
    if (this.#failing.size === 0) return;
    const problem = this.#failing.get(service);
    if (problem === undefined || performance.now() - problem.last < QUIET_MS) return;
    this.#failing.delete(service);
    this.#logger.info(`The ${service} works again, after ${describeExtent(problem, 'failure')}`);
  }

  /**
   * Reports that a request has exceeded a limit. The first such request logs a warning. After 5 seconds without a
   * further such request, their number is logged.
   * @param limit the option that sets the limit
   * @param effect the consequence
   */
  exceeded(limit: string, effect = 'further requests are rejected'): void {
    this.count('exceededLimits', 1, { 'cuecard.limit': limit });
    const problem = `${limit} is reached: ${effect}`;
    if (recordProblem(this.#exceeded, problem)) return;
    this.#logger.warn(problem);
    this.#watch(problem, limit, QUIET_MS);
  }

  #watch(name: string, limit: string, ms: number): void {
    const timer = setTimeout(() => this.#check(name, limit), ms);
    timer.unref?.(); // The timer must not keep the process alive. On some platforms a timer is a number.
  }

  #check(name: string, limit: string): void {
    const problem = this.#exceeded.get(name);
    if (problem === undefined) return;
    const left = QUIET_MS - (performance.now() - problem.last);
    if (left > 0) return this.#watch(name, limit, left);
    this.#exceeded.delete(name);
    this.#logger.info(`${limit} is no longer reached. It affected ${describeExtent(problem, 'request')}`);
  }
}

/** Counts an occurrence of a problem. Returns whether the problem was already known. */
function recordProblem(problems: Map<string, Problem>, name: string): boolean {
  const now = performance.now();
  const problem = problems.get(name);
  if (problem === undefined) problems.set(name, { since: now, last: now, count: 1 });
  else Object.assign(problem, { last: now, count: problem.count + 1 });
  return problem !== undefined;
}

function describeExtent({ since, last, count }: Problem, event: string): string {
  const seconds = Math.max(1, Math.ceil((last - since) / 1_000));
  return `${count} ${event}${count === 1 ? '' : 's'} in ${seconds} s`;
}

function summarize(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${clip(cause.message)}` : typeof cause;
}

interface Counter {
  add(value: number, attributes?: Readonly<Record<string, string>>): unknown;
}

type CreateCounter = (name: string, options: { readonly description: string; readonly unit: string }) => Counter;

/** The part of an OpenTelemetry meter that Cuecard uses. `metrics.getMeter('my-service')` returns one. */
export interface Meter {
  readonly createCounter: CreateCounter;
  readonly createUpDownCounter: CreateCounter;
}

type MetricName = 'sessions' | 'listeners' | 'notifications' | 'rejectedIds' | 'exceededLimits' | 'failures';

interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  /** Whether the metric's value can also decrease. */
  readonly isLevel?: true;
}

const METRICS: Readonly<Record<MetricName, Metric>> = {
  sessions: { name: 'sessions', unit: '{session}', description: 'Open sessions', isLevel: true },
  listeners: {
    name: 'listeners',
    unit: '{listener}',
    description: 'Clients that listen for changes, from protocol revision 2026-07-28 on',
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
    description: 'Rejected session ids and request states of clients, by cuecard.id: session or requestState',
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

function createCounters(meter: Meter): Readonly<Record<MetricName, Counter>> {
  const created = Object.entries(METRICS).map(([key, { name, isLevel, ...options }]) => {
    const create = isLevel === true ? 'createUpDownCounter' : 'createCounter';
    return [key, checkCounter(meter[create](`cuecard.server.${name}`, options), create)];
  });
  return Object.fromEntries(created) as Record<MetricName, Counter>;
}

function checkCounter(counter: Counter, create: string): Counter {
  if (hasMethods(counter, ['add'])) return counter;
  throw new TypeError(`The meter's ${create}() must return a counter with the function add`);
}
