import {
  type ArgumentFault,
  type GetCall,
  type GetPromptResult,
  InvalidArgumentsError,
  type Interceptor,
  limit,
  onGet,
} from '@cuecard/core';
import { argumentsOf } from './given-arguments.js';

/** Limits of `prompts/get`, each as the runtime has it. */
export interface SizeLimits {
  /**
   * How long one argument may be, in characters.
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
   * How large the answer may be as JSON, in bytes of UTF-8.
   * @default what the runtime allows
   */
  readonly answerBytes?: number;
}

type Sizes = Required<SizeLimits>;

const UNLIMITED = { argumentLength: Infinity, argumentsLength: Infinity, messages: Infinity, answerBytes: Infinity };

/**
 * Tighter limits than the runtime's, for single prompts and packs. An answer over them is an internal error, which the
 * log explains.
 * @throws {InvalidArgumentsError} for arguments over them
 * @throws {RangeError} for limits that are none
 */
export function sizeLimits(limits: SizeLimits): Interceptor {
  for (const [name, given] of Object.entries(limits) as [string, number | undefined][])
    if (given !== undefined) limit(name, given);
  const sizes: Sizes = { ...UNLIMITED, ...limits };
  return onGet(async (call, next) => {
    const faults = faultsOf(call, sizes);
    // Without a prompt the refusal is that there is none.
    if (faults.length > 0 && call.definition !== undefined)
      throw new InvalidArgumentsError('prompt', call.definition.name, faults);
    const answer = await next();
    checkAnswer(answer, sizes);
    return answer;
  });
}

/** Looks the prompt up only where something is too long. */
function faultsOf(call: GetCall, { argumentLength, argumentsLength }: Sizes): ArgumentFault[] {
  const given = Object.entries(argumentsOf(call));
  const lengths = given.map(([name, value]) => ({ name, length: typeof value === 'string' ? value.length : 0 }));
  const faults = lengths
    .filter(({ name, length }) => length > argumentLength && isKnown(call, name))
    .map(({ name }) => tooLong(name, argumentLength));
  const total = lengths.reduce((sum, { length }) => sum + length, 0);
  return total > argumentsLength ? [...faults, tooLong('', argumentsLength)] : faults;
}

/** Others are refused by the runtime, which says so without repeating what a client has made up. */
function isKnown({ definition: prompt }: GetCall, name: string): boolean {
  return prompt?.arguments.names.includes(name) === true;
}

function tooLong(argument: string, most: number): ArgumentFault {
  const subject = argument === '' ? 'the arguments together' : argument;
  return { argument, rule: 'maxLength', message: `${subject} must be at most ${most} characters long` };
}

/** What it throws is for the log: the client could do nothing about it. */
function checkAnswer(answer: GetPromptResult, { messages, answerBytes }: Sizes): void {
  if (answer.messages.length > messages)
    throw new RangeError(`The answer has more than ${messages} messages, the limit of sizeLimits`);
  if (answerBytes !== Infinity && Buffer.byteLength(JSON.stringify(answer)) > answerBytes)
    throw new RangeError(`The answer has more than ${answerBytes} bytes, the limit of sizeLimits`);
}
