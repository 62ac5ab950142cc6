import { type CallOptions, NotFoundError, type PromptMessage, RequestError, type Runtime } from '@cuecard/core';
import type { Contract, ExampleContract } from './manifest.js';
import { withStableFences } from './stable-fences.js';

/** The contracts with the messages of their examples, as a client gets them. */
export function withRenderings(
  contracts: readonly Contract[],
  runtime: Runtime,
  onRendered: (rendered: number, prompts: number) => void = () => {},
): Promise<Contract[]> {
  const prompts = new Set(contracts.filter(({ kind, examples }) => kind === 'prompt' && examples !== undefined));
  let count = 0;
  return Promise.all(
    contracts.map(async (contract) => {
      if (!prompts.has(contract)) return contract;
      const { examples = [] } = contract;
      const all = await Promise.all(examples.map((each) => rendered(each, contract, runtime)));
      count += 1;
      onRendered(count, prompts.size);
      return { ...contract, examples: all };
    }),
  );
}

type Rendering = Pick<ExampleContract, 'messages' | 'error'>;

async function rendered(
  { arguments: given }: ExampleContract,
  contract: Contract,
  runtime: Runtime,
): Promise<ExampleContract> {
  const [once, again] = [await rendering(given, contract, runtime), await rendering(given, contract, runtime)];
  if (JSON.stringify(once) === JSON.stringify(again)) return { arguments: given, ...once };
  const { messages = [], ...rest } = once;
  return { arguments: given, ...rest, messages: messages.map(withoutText), varies: true };
}

async function rendering(
  given: Readonly<Record<string, unknown>>,
  { name, version, scopes = [], isConditional }: Contract,
  runtime: Runtime,
): Promise<Rendering> {
  const asked = version === undefined ? name : `${name}@${version}`;
  try {
    const { messages } = await runtime.prompts.get({ name: asked, arguments: textsOf(given) }, callWith(scopes));
    return { messages: withStableFences(messages) };
  } catch (error) {
    if (isConditional === true && error instanceof NotFoundError) return {}; // Its rule wants a caller who is not known.
    if (error instanceof RequestError) return { error: error.code };
    throw error;
  }
}

/** A call by a caller who may see it. */
function callWith(scopes: readonly string[]): CallOptions {
  return scopes.length === 0 ? {} : { auth: { principal: 'cuecard', scopes } };
}

/** Arguments as they come over the wire. */
function textsOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

function withoutText(message: PromptMessage): PromptMessage {
  const { role, content } = message;
  return content.type === 'text' ? { role, content: { ...content, text: '' } } : { role, content };
}
