import { definePack, definePrompt, type Logger, mount, Prompt, Registry, Runtime, sectionOf } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

function listening() {
  const warnings: string[] = [];
  const logger: Logger = { error: () => {}, warn: (message) => void warnings.push(message) };
  return { warnings, logger };
}

describe('RuntimeOptions.requireNames', () => {
  class ReviewPrompt {
    render = () => '';
  }
  Prompt()(ReviewPrompt);
  const problem = 'has the name "review" only from its class';
  const remedy = 'Give @Prompt() a name: requireNames is set, because bundlers may rename classes';
  const fault = { where: 'ReviewPrompt', type: 'ReviewPrompt', id: 'name-implied', problem, remedy };

  test('rejects a name derived from a class', () => {
    expect(() => new Runtime({ prompts: [ReviewPrompt], requireNames: true })).toThrow(
      `Invalid definitions (1):\n  - ReviewPrompt ${problem}. ${remedy}.`,
    );
    expect(() => new Runtime({ prompts: new Registry([ReviewPrompt]), requireNames: true })).toThrow(problem);
  });

  test('omits the prompt with a warning when onFault is isolate', () => {
    const other = definePrompt({ name: 'other', render: () => '' });
    const { logger, warnings } = listening();
    const prompts = [ReviewPrompt, other];
    const runtime = new Runtime({ prompts, requireNames: true, onFault: 'isolate', logger });
    expect(runtime.registry.names()).toEqual(['other']);
    expect(runtime.faults).toEqual([fault]);
    expect(warnings).toEqual([`Left out: ReviewPrompt ${problem}. ${remedy}. See ${sectionOf('name-implied')}`]);
  });

  test('rejects a derived name in a pack even if mount renames it', () => {
    const pack = definePack({ name: 'pack', version: '1.0.0', prompts: [ReviewPrompt] });
    const mounted = mount(pack, { prefix: 'team', rename: { review: 'check' } });
    expect(() => new Runtime({ prompts: [mounted], requireNames: true })).toThrow(
      'pack/ReviewPrompt has the name "team_check" only from its class',
    );
  });

  test('rejects a derived name in Runtime.replace', () => {
    const runtime = new Runtime({ prompts: [], requireNames: true });
    expect(() => runtime.replace(runtime.registry.with(ReviewPrompt))).toThrow(problem);
    expect(runtime.registry.names()).toEqual([]);
  });

  test('accepts names set in @Prompt and definePrompt', () => {
    class Check {
      render = () => '';
    }
    Prompt({ name: 'review' })(Check);
    const prompts = [Check, definePrompt({ name: 'other', render: () => '' })];
    expect(new Runtime({ prompts, requireNames: true }).registry.names()).toEqual(['other', 'review']);
  });

  test('rejects a value that is not boolean', () => {
    const wrong = { prompts: [], requireNames: 'yes' as never };
    expect(() => new Runtime(wrong)).toThrow('Runtime has the option "requireNames", which cannot be');
  });
});

describe('Registry with derived names', () => {
  test('reports a derived name that some clients cannot use', () => {
    class ReviewPrompt$1 {
      render = () => '';
    }
    Prompt()(ReviewPrompt$1);
    expect(() => new Runtime({ prompts: [ReviewPrompt$1] })).toThrow(
      'ReviewPrompt$1 has the name "review_prompt$1", which some clients do not support. Give @Prompt() a name of',
    );
  });
});
