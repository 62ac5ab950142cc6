import {
  type AuthInput,
  type CallOptions,
  type Client,
  type LogLevel,
  supportsElicitation,
  type Awaitable,
  type ElicitRequest,
  type ElicitResult,
  RequestError,
} from '@cuecard/core';

export interface FakeContextOptions extends Pick<CallOptions, 'meta' | 'bag' | 'requestId' | 'sessionId'> {
  /**
   * The caller's identity. Missing properties default to the principal `tester` without scopes.
   * @default an unverified caller
   */
  readonly auth?: Partial<AuthInput> | undefined;
  /**
   * The calling client. Its `revision` defaults to 2025-11-25. If `answers` is set, the client supports forms by
   * default.
   * @default none: `context.client` is `undefined`, and results are not adapted to a client
   */
  readonly client?: Partial<Client> | undefined;
  /**
   * The user's answers to elicitations.
   * @default the client does not support elicitation
   */
  readonly answers?: ElicitationAnswers | undefined;
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

/**
 * The options of a call. They also record the elicitations, progress and log messages of the call. Create new options
 * for each call.
 */
export interface FakeContext extends CallOptions {
  /** The recorded elicitations. */
  readonly questions: readonly Question[];
  readonly progressReports: readonly ProgressReport[];
  readonly logLines: readonly LogLine[];
  /** Cancels the call, as a client can. The call rejects with the reason. */
  abort(reason?: unknown): void;
}

/** Creates the context of a call: the caller, the user's answers, and recorders for notifications. */
export function fakeContext(options: FakeContextOptions = {}): FakeContext {
  const { auth, answers, client, ...known } = options;
  const controller = new AbortController();
  const answering = new Respondent(answers ?? []);
  const [progressReports, logLines]: [ProgressReport[], LogLine[]] = [[], []];
  const caller = client && completeClient(client, answers !== undefined);
  const canAsk = answers !== undefined && (caller === undefined || supportsElicitation(caller));
  return {
    ...known,
    ...(auth && { auth: { principal: 'tester', scopes: [], ...auth } }),
    ...(caller && { client: caller }),
    ...(canAsk && { elicit: (request, { name }) => answering.answer({ name, ...request }) }),
    progress: (progress, total, message) => void progressReports.push(withoutUndefined({ progress, total, message })),
    log: (level, message, data) => void logLines.push(withoutUndefined({ level, message, data })),
    signal: controller.signal,
    questions: answering.questions,
    progressReports,
    logLines,
    abort: (reason) => controller.abort(reason),
  };
}

/** Returns a test's client with default values for missing properties. */
export function completeClient(client: Partial<Client>, canAnswer: boolean): Client {
  return { revision: '2025-11-25', ...(canAnswer && { capabilities: { elicitation: { form: {} } } }), ...client };
}

/** Copies a record without its `undefined` properties, so that tests can compare it with a literal. */
function withoutUndefined<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;
}

/** An elicitation, as clients show it to the user. */
export interface Question extends ElicitRequest {
  /**
   * The name of the elicitation, derived from its class: `UserName` becomes `user_name`. Missing with `connect`,
   * because clients do not receive the name.
   */
  readonly name?: string;
}

/** The fields of a submitted form, or `decline` or `cancel`. */
export type ElicitationAnswer = NonNullable<ElicitResult['content']> | 'decline' | 'cancel';

/** The answers in the order of the elicitations, or a function that answers each elicitation. */
export type ElicitationAnswers = readonly ElicitationAnswer[] | ((question: Question) => Awaitable<ElicitationAnswer>);

/** Answers elicitations, and throws if an answer is missing. */
export class Respondent {
  readonly questions: Question[] = [];
  readonly #answers: ElicitationAnswers;

  constructor(answers: ElicitationAnswers) {
    this.#answers = answers;
  }

  async answer(question: Question): Promise<ElicitResult> {
    this.questions.push(question);
    const answer = await this.#nextAnswer(question);
    return typeof answer === 'string' ? { action: answer } : { action: 'accept', content: answer };
  }

  #nextAnswer(question: Question): Awaitable<ElicitationAnswer | undefined> {
    const answers = this.#answers;
    if (typeof answers === 'function') return answers(question);
    return answers[this.questions.length - 1] ?? throwMissingAnswer(question, this.questions.length);
  }
}

function throwMissingAnswer({ name, message }: Question, number: number): never {
  const subject = name === undefined ? `Elicitation ${number}` : `Elicitation ${number} ("${name}")`;
  throw new RequestError(`${subject} has no answer: add one to \`answers\`. Its message is: ${message}`);
}

const WITH_FORMS = { elicitation: { form: {} } };

/** The names in `clientInfo` and the capabilities of hosts with a profile. */
const HOSTS = {
  'claude-code': { name: 'claude-code', capabilities: WITH_FORMS },
  codex: { name: 'codex-mcp-client', capabilities: WITH_FORMS },
  'copilot-cli': { name: 'copilot-cli' },
  'continue-cli': { name: 'continue-cli-client' },
  cline: { name: '@cline/core' },
  'gemini-cli': { name: 'gemini-cli-mcp-client' },
  'qwen-code': { name: 'qwen-cli-mcp-client-server' },
  opencode: { name: 'opencode' },
  kilo: { name: 'kilo' },
  'vs-code': { name: 'Visual Studio Code', capabilities: WITH_FORMS },
  'ai-sdk': { name: 'ai-sdk-mcp-client', capabilities: WITH_FORMS },
} satisfies Record<string, Partial<Client>>;

/** The name of a host for which Cuecard has a profile. */
export type HostName = keyof typeof HOSTS;

/**
 * Returns a host's client, for `fakeContext({ client })` and `connect`, so that results are adapted to the host. Its
 * protocol revision is 2025-11-25; to change it, spread the client: `{ ...asHost(host), revision }`.
 */
export function asHost(host: HostName): Client {
  const known: Partial<Client> | undefined = Object.hasOwn(HOSTS, host) ? HOSTS[host] : undefined;
  if (known === undefined)
    throw new TypeError(`asHost does not know the host "${host}": use one of ${hostNames.join(', ')}`);
  return { revision: '2025-11-25', version: '1.0.0', capabilities: {}, ...known };
}

/** The names of all hosts for which Cuecard has a profile. */
export const hostNames = Object.keys(HOSTS) as readonly HostName[];
