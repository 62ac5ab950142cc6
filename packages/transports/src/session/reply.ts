import { EventStream } from '../edge/event-stream.js';
import type { Message, RequestId } from '../jsonrpc/message.js';

/** The answer to one HTTP request: a document, unless something has to be said before it. Then it is an event stream. */
export class Reply {
  readonly requests: readonly RequestId[];
  /** Whether its client has left, while the requests may still be worked on. */
  isAbandoned = false;
  readonly #headersOf: () => Readonly<Record<string, string>>;
  readonly #answered = new Set<RequestId>();
  readonly #cancelled = new Set<RequestId>();
  readonly #early: Promise<Response>;
  /** Settles when each of the requests has been answered or cancelled, or the connection has closed. */
  readonly settled: Promise<void>;
  #settle: () => void = () => {};
  #begin: ((early: Response) => void) | undefined;
  #begun: EventStream | undefined;

  /** @param headersOf gives what an event stream has to be headed with, besides what all are */
  constructor(requests: readonly RequestId[], headersOf: () => Readonly<Record<string, string>>) {
    this.requests = requests;
    this.#headersOf = headersOf;
    this.settled = new Promise((resolve) => (this.#settle = resolve));
    this.#early = new Promise((resolve) => (this.#begin = resolve));
  }

  /** Whether all that it would answer has been cancelled. */
  get isOver(): boolean {
    return this.requests.every((id) => this.#cancelled.has(id));
  }

  /** Gives what to answer with: the answer itself, or what had to begin before it. */
  or(answer: Promise<Response>): Promise<Response> {
    answer.then((response) => isStream(response) || this.#settle(), this.#settle);
    return Promise.race([answer.then((document) => this.#finish(document)), this.#early]);
  }

  /** Says something before the answer; tells whether there is somebody to hear it. */
  say(message: Message): boolean {
    const json = JSON.stringify(message); // What is no JSON begins no stream.
    return this.#stream().send(json);
  }

  /** Takes note that one of the requests has its answer. */
  answer(request: RequestId): void {
    this.#answered.add(request);
    this.#settleIfDone();
  }

  /** Lets one of the requests go without an answer; says whether it had none. */
  cancel(request: RequestId): boolean {
    if (this.#answered.has(request) || this.#cancelled.has(request)) return false;
    this.#cancelled.add(request);
    if (this.isOver) this.end();
    else this.#settleIfDone();
    return true;
  }

  /** Ends without an answer: as an event stream that may have no event. */
  end(): void {
    this.#stream().end();
    this.#settle();
  }

  #settleIfDone(): void {
    if (this.requests.every((id) => this.#answered.has(id) || this.#cancelled.has(id))) this.#settle();
  }

  async #finish(answer: Response): Promise<Response> {
    const stream = this.#begun;
    if ((stream === undefined && this.#cancelled.size === 0) || isStream(answer)) return answer;
    const document = (await answer.json()) as Message | Message[];
    const answers = (Array.isArray(document) ? document : [document]).filter((message) => !this.#isCancelled(message));
    if (stream === undefined) return Response.json(answers, answer);
    stream.finish(answers.map((message) => JSON.stringify(message)));
    return stream.response;
  }

  /** What has been cancelled is not answered (basic/utilities/cancellation). */
  #isCancelled({ id }: Message): boolean {
    return id !== undefined && this.#cancelled.has(id);
  }

  #stream(): EventStream {
    if (this.#begun === undefined) {
      this.#begun = new EventStream(this.#headersOf());
      this.#begin?.(this.#begun.response);
    }
    return this.#begun;
  }
}

/** Whether an answer goes on when its head has been sent. */
function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}
