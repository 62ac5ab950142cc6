import { estimateTokens, type ExampleContract } from '@cuecard/testing/contract';
import { describeDefinition } from '../arguments.js';
import type { CheckedDefinition, Rule } from '../rule.js';

export const exampleMissing: Rule = {
  id: 'example-missing',
  severity: 'warning',
  summary: 'A prompt with required arguments has no examples',
  needsProject: true,
  *find({ definitions }) {
    for (const each of definitions) {
      const { contract, definition } = each;
      const needsOne = contract.kind === 'prompt' && (contract.arguments?.required ?? []).length > 0;
      if (!needsOne || definition === undefined || definition.examples.length > 0) continue;
      yield { of: each, message: `${describeDefinition(each)} has no examples, so nothing renders it`, fix: FIX };
    }
  },
};

const LIST_REQUIRED = 'Let it render, or list the arguments that it needs as required';

const FIX = 'Add examples: [{ … }]. They are checked at start-up, and shown to callers';

export const exampleFails: Rule = {
  id: 'example-fails',
  severity: 'warning',
  summary: 'An example cannot be rendered',
  *find(project) {
    for (const { each, example, which } of examplesOf(project)) {
      if (example.error === undefined) continue;
      const message = `${which} is answered with the error ${example.error}`;
      const fix =
        each.definition === undefined ? LIST_REQUIRED : 'Correct the example, or provide what it needs to the check';
      yield { of: each, message, fix };
    }
  },
};

export const exampleOverBudget: Rule = {
  id: 'example-over-budget',
  severity: 'warning',
  summary: 'An example renders more tokens than the budget',
  *find(project) {
    for (const { each, example, which } of examplesOf(project)) {
      const tokens = tokensOf(example);
      if (tokens <= project.budget) continue;
      const message = `${which} has about ${tokens} tokens, and the budget is ${project.budget}`;
      yield { of: each, message, fix: 'Put less into the messages, or raise the budget' };
    }
  },
};

export const renderingVaries: Rule = {
  id: 'rendering-varies',
  severity: 'warning',
  summary: 'A prompt renders different text each time',
  *find(project) {
    for (const { each, example, which } of examplesOf(project)) {
      if (example.varies !== true) continue;
      const message = `${which} renders different text each time`;
      const fix = 'Take the time, random values and the order of things from a service, which tests and caches can fix';
      yield { of: each, message, fix };
    }
  },
};

interface RenderedExample {
  readonly each: CheckedDefinition;
  readonly example: ExampleContract;
  readonly which: string;
}

function* examplesOf({ definitions }: Pick<Parameters<Rule['find']>[0], 'definitions'>): Generator<RenderedExample> {
  for (const each of definitions) {
    const { kind, examples = [] } = each.contract;
    if (kind !== 'prompt') continue;
    for (const [at, example] of examples.entries()) yield { each, example, which: nameOf(each, at) };
  }
}

/** Another server's prompt has been rendered without arguments, unless it lists examples. */
function nameOf(each: CheckedDefinition, at: number): string {
  const { examples = [] } = each.contract;
  const isMade = each.definition === undefined && Object.keys(examples[at]?.arguments ?? {}).length === 0;
  if (isMade) return `${describeDefinition(each)}, without arguments,`;
  return `${examples.length === 1 ? 'The example' : `Example ${at + 1}`} of ${describeDefinition(each)}`;
}

function tokensOf({ messages = [] }: ExampleContract): number {
  return messages.reduce((sum, { content }) => sum + (content.type === 'text' ? estimateTokens(content.text) : 0), 0);
}
