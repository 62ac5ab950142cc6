import {
  type Answer,
  type ArgumentFault,
  type CallToolCall,
  type GetCall,
  InvalidArgumentsError,
  type Interceptor,
  limit,
} from '@cuecard/core';
import { argumentsOf } from './given-arguments.js';

/** Limits of `prompts/get` and `tools/call`, each as the runtime has it. */
export interface SizeLimits {
  /**
   * How long one argument may be, in characters; of JSON, as it is written.
   * @default what the runtime allows
   */
  readonly argumentLength?: number;
  /**
   * How long all arguments may be together, in characters.
   * @default what the runtime allows
   */
  readonly argumentsLength?: number;
  /**
   * How many messages the prompt may answer with.
   * @default what the runtime allows
   */
  readonly messages?: number;
  /**
   * How many content blocks the tool may answer with.
   * @default what the runtime allows
   */
  readonly blocks?: number;
  /**
   * How large the answer may be as JSON, in bytes of UTF-8.
   * @default what the runtime allows
   */
  readonly answerBytes?: number;
}

type Sizes = Required<SizeLimits>;

const UNLIMITED: Sizes = {
  argumentLength: Infinity,
  argumentsLength: Infinity,
  messages: Infinity,
  blocks: Infinity,
  answerBytes: Infinity,
};

/**
 * Tighter limits than the runtime's, for single prompts, tools and packs. An answer over them is an internal error, which the
 * log explains.
 * @throws {InvalidArgumentsError} for arguments over them
 * @throws {RangeError} for limits that are none
 */
export function sizeLimits(limits: SizeLimits): Interceptor {
  for (const [name, given] of Object.entries(limits) as [string, number | undefined][])
    if (given !== undefined) limit(name, given);
  const sizes: Sizes = { ...UNLIMITED, ...limits };
  return async (call, next) => {
    if (call.method !== 'prompts/get' && call.method !== 'tools/call') return next();
    const faults = faultsOf(call, sizes);
    const { definition } = call;
    // Without a definition the refusal is that there is none.
    if (faults.length > 0 && definition !== undefined)
      throw new InvalidArgumentsError(definition.kind.name, definition.name, faults);
    const answer = await next();
    checkAnswer(answer, sizes);
    return answer;
  };
}

type LimitedCall = GetCall | CallToolCall;

/** Looks the definition up only where something is too long. */
function faultsOf(call: LimitedCall, { argumentLength, argumentsLength }: Sizes): ArgumentFault[] {
  const given = Object.entries(argumentsOf(call));
  const lengths = given.map(([name, value]) => ({ name, length: lengthOf(value) }));
  const faults = lengths
    .filter(({ name, length }) => length > argumentLength && isKnown(call, name))
    .map(({ name }) => tooLong(name, argumentLength));
  const total = lengths.reduce((sum, { length }) => sum + length, 0);
  return total > argumentsLength ? [...faults, tooLong('', argumentsLength)] : faults;
}

/** In process a value may be anything that JSON cannot say, which the runtime checks. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  try {
    return JSON.stringify(value).length;
  } catch {
    return 0;
  }
}

/** Others are refused by the runtime, which says so without repeating what a client has made up. */
function isKnown({ definition }: LimitedCall, name: string): boolean {
  return definition?.arguments.names.includes(name) === true;
}

function tooLong(argument: string, most: number): ArgumentFault {
  const subject = argument === '' ? 'the arguments together' : argument;
  return { argument, rule: 'maxLength', message: `${subject} must be at most ${most} characters long` };
}

/** What it throws is for the log: the client could do nothing about it. */
function checkAnswer(answer: Answer, { messages, blocks, answerBytes }: Sizes): void {
  if ('messages' in answer && answer.messages.length > messages)
    throw new RangeError(`The answer has more than ${messages} messages, the limit of sizeLimits`);
  if ('content' in answer && answer.content.length > blocks)
    throw new RangeError(`The answer has more than ${blocks} blocks, the limit of sizeLimits`);
  if (answerBytes !== Infinity && Buffer.byteLength(JSON.stringify(answer)) > answerBytes)
    throw new RangeError(`The answer has more than ${answerBytes} bytes, the limit of sizeLimits`);
}
