import { type CallOptions, type GetPromptResult, NotFoundError, type PromptMessage, type Runtime } from '@cuecard/core';
import type { Contract, ExampleContract } from './manifest.js';
/**
 * Gets a contract's prompt with arguments as strings. If the function throws an error with a numeric `code`, as in the
 * protocol, the code becomes the result of the example. Any other error is rethrown.
 */
export type GetPrompt = (contract: Contract, args: Readonly<Record<string, string>>) => Promise<GetPromptResult>;

export interface RenderOptions {
  /** Called after each prompt with the number rendered and the total. */
  readonly onRendered?: (rendered: number, prompts: number) => void;
}

/** The maximum number of concurrent calls, because servers limit them. */
const AT_ONCE = 16;

/** Adds rendered messages to the examples of contracts. Renders each example twice, to find text that varies. */
export async function renderExamples(
  contracts: readonly Contract[],
  get: GetPrompt,
  { onRendered }: RenderOptions = {},
): Promise<Contract[]> {
  const prompts = contracts.filter(({ kind, examples }) => kind === 'prompt' && examples !== undefined);
  const done = new Map<Contract, Contract>();
  const left = prompts.values();
  const render = async () => {
    for (const contract of left) {
      const { examples = [] } = contract;
      done.set(contract, {
        ...contract,
        examples: await Promise.all(examples.map((each) => renderTwice(each, contract, get))),
      });
      onRendered?.(done.size, prompts.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, render));
  return contracts.map((each) => done.get(each) ?? each);
}

/** Returns a function that gets prompts from a runtime, as callers that may see them. */
export function promptsOf(runtime: Runtime): GetPrompt {
  return ({ name, version, scopes = [] }, args) => {
    const requested = version === undefined ? name : `${name}@${version}`;
    return runtime.prompts.get({ name: requested, arguments: args }, callWith(scopes));
  };
}

type Rendering = Pick<ExampleContract, 'messages' | 'error'>;

async function renderTwice(example: ExampleContract, contract: Contract, get: GetPrompt): Promise<ExampleContract> {
  const { arguments: args } = example;
  const [once, again] = [await renderOnce(args, contract, get), await renderOnce(args, contract, get)];
  if (JSON.stringify(once) === JSON.stringify(again)) return { arguments: args, ...once };
  const { messages = [], ...rest } = once;
  return { arguments: args, ...rest, messages: messages.map(withoutText), varies: true };
}

async function renderOnce(args: ExampleContract['arguments'], contract: Contract, get: GetPrompt): Promise<Rendering> {
  try {
    const { messages } = await get(contract, toStrings(args));
    return { messages: normalizeFences(messages) };
  } catch (error) {
    // Omits the messages, because the prompt's `visible` function may require a caller that is unknown here.
    if (contract.isConditional === true && error instanceof NotFoundError) return {};
    const { code } = Object(error) as { readonly code?: unknown };
    if (typeof code === 'number') return { error: code };
    throw error;
  }
}

/** Returns the options of a call whose caller has these scopes. */
function callWith(scopes: readonly string[]): CallOptions {
  return scopes.length === 0 ? {} : { auth: { principal: 'cuecard', scopes } };
}

/** Converts arguments to strings, as clients send them. */
function toStrings(args: ExampleContract['arguments']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

function withoutText(message: PromptMessage): PromptMessage {
  const { role, content } = message;
  return content.type === 'text' ? { role, content: { ...content, text: '' } } : { role, content };
}

/** The markers of `untrusted`. */
const MARKER = /(<\/?untrusted-)([0-9a-f]{20})(?![0-9a-f])/g;

/**
 * Copies a result with numbers in place of the random boundaries of fences, the markers around untrusted text:
 * `<untrusted-1 …>`. Copies of two equal renderings are then equal.
 */
export function normalizeFences<Value>(value: Value): Value {
  return numberFences(value, new Map()) as Value;
}

function numberFences(value: unknown, numbers: Map<string, number>): unknown {
  if (typeof value === 'string')
    return value.replace(MARKER, (_, start: string, id: string) => start + assignNumber(id, numbers));
  if (Array.isArray(value)) return value.map((item) => numberFences(item, numbers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, numberFences(member, numbers)]));
}

function assignNumber(id: string, numbers: Map<string, number>): number {
  const number = numbers.get(id) ?? numbers.size + 1;
  numbers.set(id, number);
  return number;
}
