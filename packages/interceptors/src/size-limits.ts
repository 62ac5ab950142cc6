import {
  type Answer,
  type ArgumentFault,
  type CallToolCall,
  type GetPromptCall,
  InvalidArgumentsError,
  type Interceptor,
  validateOptions,
  limit,
} from '@cuecard/core';
import { argumentsOf } from './outcome.js';

/** Limits for `prompts/get` and `tools/call`. Each defaults to the limit of the runtime. */
export interface SizeLimits {
  /**
   * The maximum length of one argument, in characters. For an argument that is not a string, the length of its JSON
   * counts.
   * @default the limit of the runtime
   */
  readonly argumentLength?: number;
  /**
   * The maximum length of all arguments together, in characters.
   * @default the limit of the runtime
   */
  readonly argumentsLength?: number;
  /**
   * The maximum number of messages in the result of a prompt.
   * @default the limit of the runtime
   */
  readonly messages?: number;
  /**
   * The maximum number of content blocks in the result of a tool.
   * @default the limit of the runtime
   */
  readonly blocks?: number;
  /**
   * The maximum size of the result, in bytes of UTF-8 as JSON.
   * @default the limit of the runtime
   */
  readonly answerBytes?: number;
}

type ResultSizes = Required<SizeLimits>;

const UNLIMITED: ResultSizes = {
  argumentLength: Infinity,
  argumentsLength: Infinity,
  messages: Infinity,
  blocks: Infinity,
  answerBytes: Infinity,
};

/**
 * Sets tighter limits than the runtime's, for single prompts, tools and packs. A result that exceeds a limit is an
 * internal error, which the log explains.
 * @throws {InvalidArgumentsError} if arguments exceed a limit
 * @throws {TypeError} if a limit does not exist
 * @throws {RangeError} if a limit is invalid
 */
export function sizeLimits(settings: SizeLimits): Interceptor {
  const limits = validateOptions('sizeLimits', settings, UNLIMITED);
  for (const [name, size] of Object.entries(limits)) limit(name, size);
  const sizes: ResultSizes = { ...UNLIMITED, ...limits };
  return async (call, next) => {
    if (call.method !== 'prompts/get' && call.method !== 'tools/call') return next();
    const faults = findFaults(call, sizes);
    const { definition } = call;
    // Without a definition, continues: the runtime rejects the request because the definition is missing.
    if (faults.length > 0 && definition !== undefined)
      throw new InvalidArgumentsError(definition.kind.name, definition.name, faults);
    const answer = await next();
    checkResult(answer, sizes);
    return answer;
  };
}

type LimitedCall = GetPromptCall | CallToolCall;

/** Returns the faults of arguments that are too long. Looks up the definition only if an argument is too long. */
function findFaults(call: LimitedCall, { argumentLength, argumentsLength }: ResultSizes): ArgumentFault[] {
  const entries = Object.entries(argumentsOf(call));
  const lengths = entries.map(([name, value]) => ({ name, length: lengthOf(value) }));
  const faults = lengths
    .filter(({ name, length }) => length > argumentLength && isKnown(call, name))
    .map(({ name }) => tooLongFault(name, argumentLength));
  const total = lengths.reduce((sum, { length }) => sum + length, 0);
  return total > argumentsLength ? [...faults, tooLongFault('', argumentsLength)] : faults;
}

/**
 * Returns the length of a value, or 0 for an in-process value that is not JSON, because the runtime checks such values.
 */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  try {
    return JSON.stringify(value).length;
  } catch {
    return 0;
  }
}

/**
 * Whether an argument is declared. Undeclared arguments are left to the runtime, which rejects them without repeating
 * their names.
 */
function isKnown({ definition }: LimitedCall, name: string): boolean {
  return definition?.arguments.names.includes(name) === true;
}

function tooLongFault(argument: string, maxLength: number): ArgumentFault {
  const subject = argument === '' ? 'the arguments together' : argument;
  return { argument, rule: 'maxLength', message: `${subject} must be at most ${maxLength} characters long` };
}

/**
 * Throws an internal error if the result is too large. Only the log names the limit, because the client cannot fix the
 * result.
 */
function checkResult(answer: Answer, { messages, blocks, answerBytes }: ResultSizes): void {
  if ('messages' in answer && answer.messages.length > messages)
    throw new RangeError(
      `sizeLimits: the result has more than ${messages} messages; return fewer, or raise \`messages\``,
    );
  if ('content' in answer && answer.content.length > blocks)
    throw new RangeError(
      `sizeLimits: the result has more than ${blocks} content blocks; return fewer, or raise \`blocks\``,
    );
  if (answerBytes !== Infinity && Buffer.byteLength(JSON.stringify(answer)) > answerBytes)
    throw new RangeError(
      `sizeLimits: the result has more than ${answerBytes} bytes; return less, or raise \`answerBytes\``,
    );
}
