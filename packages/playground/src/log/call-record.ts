import { AnswerAwaitedError, type CallOptions } from '@cuecard/core';
import type { LoggedCall } from '../api.js';
import { sentError } from './sent-error.js';
import { writtenJson } from './written-json.js';

/** How a call ended. */
interface Outcome {
  readonly ms: number;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly isCancelled?: boolean;
}

/** One call. What belongs to its request is held until it is written, which is a moment. */
export class CallRecord {
  /** The call as JSON, as it was when last written. */
  json = '';
  /** Whether the log has let go of it. */
  isDropped = false;
  readonly #begun = performance.now();
  readonly #about: Pick<LoggedCall, 'id' | 'at' | 'method' | 'client'>;
  #given: { readonly params: unknown } | undefined;
  #outcome: Outcome | undefined;
  /** The JSON without its end. */
  #head = '';

  constructor(id: number, method: string, params: unknown, call: CallOptions | undefined) {
    this.#about = { id, at: Date.now(), method, ...clientOf(call) };
    this.#given = { params };
  }

  end(outcome: Omit<Outcome, 'ms'>): void {
    this.#outcome = { ms: performance.now() - this.#begun, ...outcome };
  }

  /** Writes what is new, and lets go of the request. */
  write(): void {
    if (this.#given !== undefined) {
      const { text } = writtenJson(this.#given.params);
      this.#head = JSON.stringify(this.#about).slice(0, -1) + member('params', text);
      this.#given = undefined;
    }
    this.json = `${this.#head}${this.#outcome === undefined ? '' : ended(this.#outcome)}}`;
    this.#outcome = undefined;
  }
}

function clientOf(call: CallOptions | undefined): Pick<LoggedCall, 'client'> {
  const client = call?.client;
  if (client === undefined) return {};
  const { name, version, revision } = client;
  return { client: { revision, ...(name !== undefined && { name }), ...(version !== undefined && { version }) } };
}

function ended({ ms, isCancelled = false, ...outcome }: Outcome): string {
  const time = member('ms', String(Math.round(ms * 100) / 100));
  if (isCancelled) return time + member('isCancelled', 'true');
  if (outcome.error instanceof AnswerAwaitedError) return time + member('isAsking', 'true');
  const isFailed = 'error' in outcome;
  const { text, bytes } = writtenJson(isFailed ? sentError(outcome.error) : outcome.result);
  return time + member(isFailed ? 'error' : 'result', text) + member('bytes', bytes?.toString());
}

function member(name: string, json: string | undefined): string {
  return json === undefined ? '' : `,"${name}":${json}`;
}
