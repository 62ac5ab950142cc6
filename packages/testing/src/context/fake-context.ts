import { type GivenAuth, type CallOptions, type Client, type LogLevel, showsForms } from '@cuecard/core';
import { Answering, type Answers, type Question } from './answers.js';

export interface FakeContextOptions extends Pick<CallOptions, 'meta' | 'bag' | 'requestId' | 'sessionId'> {
  /**
   * The caller's identity. What is left out of it is the principal `tester` without scopes.
   * @default an unverified caller
   */
  readonly auth?: Partial<GivenAuth> | undefined;
  /**
   * The calling client. What is left out of it is revision 2025-11-25 and, if there are `answers`, a client that shows
   * forms.
   * @default a client that knows everything
   */
  readonly client?: Partial<Client> | undefined;
  /**
   * What the user answers to questions.
   * @default the client cannot ask
   */
  readonly answers?: Answers | undefined;
}

/** A progress notification. */
export interface ProgressReport {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A log message that reached the client. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** The options of a call, and what the call did with them. Use a new one for each call. */
export interface FakeContext extends CallOptions {
  /** The questions that the user was asked. */
  readonly questions: readonly Question[];
  readonly progressReports: readonly ProgressReport[];
  readonly logLines: readonly LogLine[];
  /** Cancels the call, as a client does that no longer waits. The call is rejected with the reason. */
  abort(reason?: unknown): void;
}

/** The context of a call: what is known about the caller, the answers of the user, and a record of what was sent. */
export function fakeContext(options: FakeContextOptions = {}): FakeContext {
  const { auth, answers, client, ...known } = options;
  const controller = new AbortController();
  const answering = new Answering(answers ?? []);
  const [progressReports, logLines]: [ProgressReport[], LogLine[]] = [[], []];
  const caller = client && clientOf(client, answers !== undefined);
  const canAsk = answers !== undefined && (caller === undefined || showsForms(caller));
  return {
    ...known,
    ...(auth && { auth: { principal: 'tester', scopes: [], ...auth } }),
    ...(caller && { client: caller }),
    ...(canAsk && { elicit: (request, { name }) => answering.answer({ name, ...request }) }),
    progress: (progress, total, message) => void progressReports.push(given({ progress, total, message })),
    log: (level, message, data) => void logLines.push(given({ level, message, data })),
    signal: controller.signal,
    questions: answering.questions,
    progressReports,
    logLines,
    abort: (reason) => controller.abort(reason),
  };
}

/** A client with everything that a test leaves out. */
export function clientOf(client: Partial<Client>, answers: boolean): Client {
  return { revision: '2025-11-25', ...(answers && { capabilities: { elicitation: { form: {} } } }), ...client };
}

/** A copy without the members that are `undefined`, so that records compare as they read. */
function given<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;
}
