import {
  Arg,
  definePack,
  fromServices,
  type Interceptor,
  mount,
  Prompt,
  DefinitionError,
  type RegistryEntry,
  type PromptHandler,
  Registry,
  Runtime,
  type RuntimeOptions,
  sectionOf,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import { faultAt } from './support/faults.ts';
import { promptClass } from './support/prompts.ts';

abstract class Clock {
  abstract readonly year: number;
}
const Well = promptClass('Well', 'well');
const Misnamed = promptClass('Misnamed', '', { name: 'not a name' });
class Shape {
  @Arg() size!: { width: number };
}
@Prompt({ args: Shape, version: 'new' })
class Mistyped implements PromptHandler<Shape> {
  render = () => '';
}
@Prompt()
class Needy implements PromptHandler {
  constructor(readonly clock: Clock) {}
  render = () => '';
}
const Again = promptClass('Again', 'again', { name: 'well' });
const Decorated = (_type: Function) => {};
@Decorated
class Guard {
  constructor(readonly clock: Clock) {}
  intercept: Interceptor = (_call, next) => next();
}
@ValidatorConstraint()
class ByClock implements ValidatorConstraintInterface {
  constructor(readonly clock: Clock) {}
  validate = () => true;
}
const Guarded = promptClass('Guarded', '', { interceptors: [Guard] });
const Fine = promptClass('Fine', 'fine');
const pack = definePack({ name: 'pack', version: '1.0.0', prompts: [Fine, Misnamed, Guarded] });
const needing = definePack({ name: 'needing', version: '1.0.0', prompts: [Fine, Well], requires: [Clock] });
const prompts: RegistryEntry[] = [
  Well,
  Misnamed,
  Mistyped,
  Needy,
  Again,
  mount(pack, { prefix: 'p', only: ['fine', 'guarded'] }),
  mount(needing, { prefix: 'n' }),
];
const resolver = fromServices([]);

const adding = 'Add it to fromServices([…])';
const misnamed = {
  id: 'name-invalid',
  problem: 'has the name "not a name", which some clients do not support',
  remedy: 'Give @Prompt() a name of 1 to 128 letters, digits, "_", "-", "." or "/"',
};
const clockless = { id: 'service-missing', problem: 'needs Clock, which is not among the services', remedy: adding };
/** The faults of the declarations first, then the missing services. */
const faults = [
  { where: 'Misnamed', type: 'Misnamed', ...misnamed },
  faultAt(
    'Mistyped',
    'version-invalid',
    'has the version "new", which is not a semantic version',
    'Use a semantic version, such as 1.2.0 or 2.0.0-beta.1',
  ),
  expect.objectContaining({ where: 'Shape.size', type: 'Shape', property: 'size' }),
  { where: 'pack/Misnamed', type: 'Misnamed', ...misnamed },
  faultAt(
    'Again',
    'name-taken',
    'and Well are both named "well"',
    'Give one of them another name, or give each its own version',
  ),
  { where: 'needing', type: 'needing', ...clockless },
  { where: 'Needy', type: 'Needy', ...clockless },
  { where: 'pack/Guard', type: 'Guard', ...clockless },
];

function errorOf(options: RuntimeOptions): DefinitionError {
  try {
    return new Runtime(options) as never;
  } catch (error) {
    if (error instanceof DefinitionError) return error;
    throw error;
  }
}

function isolated(entries: NonNullable<RuntimeOptions['prompts']>, lines: string[] = []): Runtime {
  const logger = { error: () => {}, warn: (line: string) => lines.push(line) };
  return new Runtime({ prompts: entries, resolver, onFault: 'isolate', logger });
}

describe('DefinitionError of a Runtime', () => {
  test('lists every fault with its location, problem and remedy', () => {
    const error = errorOf({ prompts, resolver, interceptors: [Guard] });
    expect(error.faults).toEqual([{ where: 'Guard', type: 'Guard', ...clockless }, ...faults]);
    for (const fault of error.faults)
      expect(Object.values(fault).every((text) => typeof text === 'string' && text.length > 0)).toBe(true);
  });

  test('includes missing services of prompts with other faults, even inside packs', () => {
    class Text {
      @Arg() @Validate(ByClock) text!: string | number;
    }
    @Prompt({ args: Text, interceptors: [Guard] })
    class Both implements PromptHandler<Text> {
      constructor(readonly clock: Clock) {}
      render = () => '';
    }
    const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [Both], requires: [Clock] });
    const outer = definePack({
      name: 'outer',
      version: '1.0.0',
      prompts: [inner, mount(inner, { prefix: 'm', resolver: fromServices([[Clock, { year: 2026 }]]) })],
    });
    const lost = expect.objectContaining({ where: 'Text.text', type: 'Text', property: 'text' });
    const own = ['Both', 'ByClock', 'Guard'].map((type) => ({ where: type, type, ...clockless }));
    const packed = ['Both', 'ByClock'].map((type) => ({ where: `outer/inner/${type}`, type, ...clockless }));
    expect(errorOf({ prompts: [Both], resolver }).faults).toEqual([lost, ...own]);
    expect(isolated([Both, Well]).faults).toEqual([lost, ...own]);
    expect(errorOf({ prompts: [outer], resolver }).faults).toEqual([
      expect.objectContaining({ where: 'outer/inner/Text.text', type: 'Text', property: 'text' }),
      ...packed,
      { where: 'outer/inner', type: 'outer/inner', ...clockless },
      { where: 'outer/inner/Guard', type: 'Guard', ...clockless },
    ]);
  });

  test('has one line per fault in its message', () => {
    expect(errorOf({ prompts: [Misnamed, Needy], resolver }).message).toBe(
      [
        'Invalid definitions (2):',
        '  - Misnamed has the name "not a name", which some clients do not support. Give @Prompt() a name of 1 to 128 letters, digits, "_", "-", "." or "/". [name-invalid]',
        '  - Needy needs Clock, which is not among the services. Add it to fromServices([…]). [service-missing]',
        'Look up each [id] at https://cuecard.example/troubleshooting',
      ].join('\n'),
    );
  });

  test('lists a fault once even if several entries cause it', () => {
    expect(errorOf({ prompts: [Misnamed, Misnamed, needing], resolver }).faults).toEqual([
      { where: 'Misnamed', type: 'Misnamed', ...misnamed },
      { where: 'needing', type: 'needing', ...clockless },
    ]);
  });

  test('lists the faults of a Registry and of the interceptors', () => {
    const registry = new Registry([Well, Needy]);
    expect(errorOf({ prompts: registry, resolver, interceptors: [Guard, 'x' as never] }).faults).toEqual([
      { where: 'Guard', type: 'Guard', ...clockless },
      faultAt(
        'x',
        'interceptor-invalid',
        'is listed as an interceptor, but is neither a function nor a class',
        'List a function (call, next), or a class with a method intercept',
      ),
      { where: 'Needy', type: 'Needy', ...clockless },
    ]);
  });

  test('is thrown by Registry.with for a faulty class', () => {
    const { registry } = new Runtime({ prompts: [Well] });
    expect(() => registry.with(Misnamed)).toThrow(DefinitionError);
  });
});

describe("Runtime({ onFault: 'isolate' })", () => {
  test('omits and logs faulty prompts, and serves the others', async () => {
    const lines: string[] = [];
    const runtime = isolated(prompts, lines);
    expect([...runtime.registry.names()]).toEqual(['p_fine', 'well']);
    expect(runtime.faults).toEqual(faults);
    expect(Object.isFrozen(runtime.faults)).toBe(true);
    expect(lines).toEqual(
      runtime.faults.map(
        ({ where, problem, remedy, id }) => `Left out: ${where} ${problem}. ${remedy}. See ${sectionOf(id)}`,
      ),
    );
    const { messages } = await runtime.prompts.get({ name: 'p_fine' });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'fine' } }]);
    await expect(runtime.prompts.get({ name: 'needy' })).rejects.toThrow('Unknown prompt "needy"');
    await expect(runtime.prompts.render(Needy, {})).rejects.toThrow('Unknown prompt "Needy"');
  });

  test('omits packs and prompts with invalid mount options', () => {
    const mounts = [
      mount(needing, { prefix: 'a b' }),
      definePack({ name: 'unordered', version: '?', prompts: [Fine] }),
      mount(pack, { prefix: 'x'.repeat(123) }),
      mount(definePack({ name: 'long', version: '1.0.0', prompts: [Well] }), { prefix: 'z'.repeat(124) }),
      mount(pack, { prefix: 'y', override: [Well] }),
      mount(definePack({ name: 'whole', version: '1.0.0', prompts: [Fine] }), {
        override: [Well],
        rename: { fin: 'x' },
      }),
    ];
    const runtime = isolated(mounts);
    expect([...runtime.registry.names()]).toEqual([`${'x'.repeat(123)}_fine`, 'fine', 'y_fine'].toSorted());
    expect(runtime.faults.map(({ where, problem }) => `${where} ${problem.replace(/([xz])\1{9,}/, '$1…')}`)).toEqual([
      'needing is mounted with the invalid prefix "a b"',
      'unordered has the version "?", which is not a semantic version',
      'pack/Misnamed has the name "not a name", which some clients do not support',
      'pack/Guarded would be named "x…_guarded", which some clients do not support',
      'long/Well would be named "z…_well", which some clients do not support',
      'whole has no prompt "well", but `override` names it',
      'whole has no prompt "fin", but `rename` names it',
      'pack/Guard needs Clock, which is not among the services',
    ]);
  });

  test('throws if an interceptor of the runtime is faulty', () => {
    expect(errorOf({ prompts: [Well], resolver, interceptors: [Guard], onFault: 'isolate' }).faults).toEqual([
      { where: 'Guard', type: 'Guard', ...clockless },
    ]);
  });

  test('logs each fault once, including faults of the replaced registry', () => {
    const lines: string[] = [];
    const runtime = isolated(new Registry([Well, Misnamed], { onFault: 'isolate' }), lines);
    runtime.replace(runtime.registry.with(Needy));
    runtime.replace(runtime.registry.with(Needy));
    runtime.replace(runtime.registry.with(Fine));
    expect(lines).toEqual([
      `Left out: Misnamed ${misnamed.problem}. ${misnamed.remedy}. See ${sectionOf('name-invalid')}`,
      `Left out: Needy ${clockless.problem}. ${clockless.remedy}. See ${sectionOf('service-missing')}`,
    ]);
    expect([[...runtime.registry.names()], runtime.faults.length]).toEqual([['fine', 'well'], 2]);
  });
});
