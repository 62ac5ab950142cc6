import { estimateTokens, type ExampleContract } from '@cuecard/testing/contract';
import { type CheckedDefinition, describeDefinition, type Rule } from '../rule.js';

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
      yield {
        of: each,
        message: `${describeDefinition(each)} has no examples, so the check cannot render it`,
        fix: FIX,
      };
    }
  },
};

const LIST_REQUIRED = 'Fix the prompt, or list the arguments that it needs as required';

const FIX = 'Add examples: [{ … }]. They are checked at start-up, and shown to callers';

export const exampleFails: Rule = {
  id: 'example-fails',
  severity: 'warning',
  summary: 'An example cannot be rendered',
  *find(project) {
    for (const { each, example, which } of examplesOf(project)) {
      if (example.error === undefined) continue;
      const message = `${which} fails with the error ${example.error}`;
      const fix =
        each.definition === undefined
          ? LIST_REQUIRED
          : 'Correct the example, or provide the services that it needs during the check';
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
      const message = `${which} renders about ${tokens} tokens, but the budget is ${project.budget}`;
      yield { of: each, message, fix: 'Shorten the messages, or raise the budget' };
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
      const fix = 'Get the time, random values and unordered lists from a service, so that tests can replace them';
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
