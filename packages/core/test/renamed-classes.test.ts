import {
  definePack,
  definePrompt,
  type Logger,
  mount,
  Prompt,
  type PromptHandler,
  Registry,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

/** Evaluates the source of a class, so that the compiler does not reformat it. */
function evaluate(source: string, name?: string): new () => PromptHandler {
  const type = new Function(`return ${source}`)() as new () => PromptHandler;
  if (name !== undefined) Object.defineProperty(type, 'name', { value: name });
  return type;
}

function listening() {
  const warnings: string[] = [];
  const logger: Logger = { error: () => {}, warn: (message) => void warnings.push(message) };
  return { warnings, logger };
}

/** Returns the warnings about a class whose decorator has no name. */
function warningsOf(source: string, name?: string): string[] {
  const { warnings, logger } = listening();
  const type = evaluate(source, name);
  Prompt()(type);
  expect(new Runtime({ prompts: [type], logger }).faults).toEqual([]);
  return warnings;
}

describe('Runtime warning about renamed classes', () => {
  const problem = 'A bundler seems to have renamed classes that prompts are named after';
  const remedy =
    'Give @Prompt() a name, or keep the names of classes when bundling. See class-renamed in "Troubleshooting"';

  test.each([
    ['minified', 'class h_{render(){return ""}}', 'h_', 'h_'],
    ['minified, with a parent', 'class m5 extends Object{render(){return ""}}', 'm5', 'm5'],
    [
      'minified, without a name in the source',
      '(()=>{let aBc=class{render(){return ""}};return aBc})()',
      'aBc',
      'a_bc',
    ],
    ['numbered', 'class ReviewPrompt2 {\n render() { return "" }\n}', 'ReviewPrompt2', 'review_prompt2'],
    [
      'numbered after an underscore',
      'class ReviewPrompt_1 {\n render() { return "" }\n}',
      'ReviewPrompt_1',
      'review_prompt_1',
    ],
  ])('names a class that is %s', (_, source, type, name) => {
    expect(warningsOf(source)).toEqual([`${problem}: ${type} ("${name}"). ${remedy}`]);
  });

  test('appears once per class, even if mounted twice', () => {
    const { warnings, logger } = listening();
    const type = evaluate('class h_{render(){return ""}}');
    Prompt()(type);
    const pack = definePack({ name: 'pack', version: '1.0.0', prompts: [type] });
    const runtime = new Runtime({ prompts: [mount(pack, { prefix: 'a' }), mount(pack, { prefix: 'b' })], logger });
    runtime.replace(runtime.registry.with(definePrompt({ name: 'other', render: () => '' })));
    expect(warnings).toEqual([`${problem}: pack/h_ ("a_h_"). ${remedy}`]);
  });

  test('lists at most ten classes in one line', () => {
    const { warnings, logger } = listening();
    const prompts = Array.from({ length: 12 }, (_, index) =>
      evaluate(`class ${'abcdefghijkl'[index]}{render(){return ""}}`),
    );
    for (const type of prompts) Prompt()(type);
    expect(new Runtime({ prompts, logger }).faults).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/: a \("a"\), b .* j \("j"\) and 2 more\. Give/)]);
  });
});

describe('Runtime without warnings about class names', () => {
  test.each([
    ['short', 'class V2 {\n render() { return "" }\n}'],
    ['numbered', 'class Step1 {\n render() { return "" }\n}'],
    ['long, in a bundle that keeps names', 'class ReviewPrompt{render(){return ""}}'],
    ['the suffix alone', 'class Prompt {\n render() { return "" }\n}'],
    ['a class created by a call', '(() => { const Made = class { render() { return "" } }; return Made })()'],
  ])('accepts the name of a class: %s', (_, source) => {
    expect(warningsOf(source)).toEqual([]);
  });

  test('accepts a name that was kept when the source was renamed', () => {
    expect(warningsOf('class h_{render(){return ""}}', 'ReviewPrompt')).toEqual([]);
    expect(warningsOf('class ReviewPrompt2 {\n render() { return "" }\n}', 'ReviewPrompt')).toEqual([]);
  });

  test('accepts any class whose decorator has a name', () => {
    const { warnings, logger } = listening();
    const type = evaluate('class h_{render(){return ""}}');
    Prompt({ name: 'review' })(type);
    expect(new Runtime({ prompts: [type], logger }).registry.names()).toEqual(['review']);
    expect(warnings).toEqual([]);
  });
});

describe('RuntimeOptions.requireNames', () => {
  class ReviewPrompt {
    render = () => '';
  }
  Prompt()(ReviewPrompt);
  const problem = 'is named "review" after its class';
  const remedy = 'Give @Prompt() a name, which requireNames asks for: bundlers may rename classes';
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
    expect(warnings).toEqual([`Left out: ReviewPrompt ${problem}. ${remedy}. See name-implied in "Troubleshooting"`]);
  });

  test('rejects a derived name in a pack even if mount renames it', () => {
    const pack = definePack({ name: 'pack', version: '1.0.0', prompts: [ReviewPrompt] });
    const mounted = mount(pack, { prefix: 'team', rename: { review: 'check' } });
    expect(() => new Runtime({ prompts: [mounted], requireNames: true })).toThrow(
      'pack/ReviewPrompt is named "team_check" after its class',
    );
  });

  test('rejects a derived name in Runtime.replace', () => {
    const runtime = new Runtime({ prompts: [], requireNames: true });
    expect(() => runtime.replace(runtime.registry.with(ReviewPrompt))).toThrow(problem);
    expect(runtime.registry.names()).toEqual([]);
  });

  test('accepts names set in @Prompt and definePrompt', () => {
    const type = evaluate('class h_{render(){return ""}}');
    Prompt({ name: 'review' })(type);
    const prompts = [type, definePrompt({ name: 'other', render: () => '' })];
    expect(new Runtime({ prompts, requireNames: true }).registry.names()).toEqual(['other', 'review']);
  });

  test('rejects a value that is not boolean', () => {
    const wrong = { prompts: [], requireNames: 'yes' as never };
    expect(() => new Runtime(wrong)).toThrow('Runtime has the option "requireNames", which cannot be');
  });
});

describe('Registry with derived names', () => {
  test('reports a derived name that not every client can use', () => {
    const type = evaluate('class ReviewPrompt$1 {\n render() { return "" }\n}');
    Prompt()(type);
    expect(() => new Runtime({ prompts: [type] })).toThrow(
      'ReviewPrompt$1 has the name "review_prompt$1", which not every client can use. Give @Prompt() a name of',
    );
  });
});
