import { AnswerAwaitedError, type CallOptions } from '@cuecard/core';
import { sentError } from './sent-error.js';
import { writtenJson } from './written-json.js';

/** What is held of a request until it is written. */
interface Given {
  readonly client: CallOptions['client'];
  readonly params: unknown;
}

/** How a call ended. */
interface Outcome {
  readonly result?: unknown;
  readonly error?: unknown;
  readonly isCancelled?: boolean;
}

/** One call. What belongs to its request is held until it is written, which is a moment. */
export class CallRecord {
  readonly id: number;
  /** The call as JSON, as it was when last written. */
  json = '';
  /** Whether there is more to write. */
  isFresh = true;
  readonly #method: string;
  readonly #at = Date.now();
  readonly #begun = performance.now();
  #given: Given | undefined;
  /** The JSON without its end. */
  #head = '';
  #ms = 0;
  #outcome: Outcome | undefined;

  constructor(id: number, method: string, { call, params }: { call: CallOptions | undefined; params: unknown }) {
    this.id = id;
    this.#method = method;
    this.#given = { client: call?.client, params };
  }

  end(outcome: Outcome): void {
    this.#ms = performance.now() - this.#begun;
    this.#outcome = outcome;
    this.isFresh = true;
  }

  /** Writes what is new, and lets go of the request. Returns by how many characters the JSON has grown. */
  write(): number {
    const before = this.json.length;
    if (this.#given !== undefined) this.#head = this.#begin(this.#given);
    const end = this.#outcome === undefined ? '' : timed(this.#ms) + ended(this.#outcome);
    this.json = `${this.#head}${end}}`;
    this.#given = undefined;
    this.#outcome = undefined;
    this.isFresh = false;
    return this.json.length - before;
  }

  #begin({ client, params }: Given): string {
    const { name, version, revision } = client ?? {};
    const about = {
      id: this.id,
      at: this.#at,
      method: this.#method,
      ...(client !== undefined && { client: { name, version, revision } }),
    };
    return JSON.stringify(about).slice(0, -1) + member('params', writtenJson(params).text);
  }
}

function timed(ms: number): string {
  return member('ms', String(Math.round(ms * 100) / 100));
}

function ended({ isCancelled = false, ...outcome }: Outcome): string {
  if (isCancelled) return member('isCancelled', 'true');
  if (outcome.error instanceof AnswerAwaitedError) return member('isAsking', 'true');
  const isFailed = 'error' in outcome;
  const { text, bytes } = writtenJson(isFailed ? sentError(outcome.error) : outcome.result);
  return member(isFailed ? 'error' : 'result', text) + member('bytes', bytes?.toString());
}

function member(name: string, json: string | undefined): string {
  return json === undefined ? '' : `,"${name}":${json}`;
}
