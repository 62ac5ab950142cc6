import { Arg, definePrompt, Prompt, type PromptHandler, Registry, Runtime } from '@cuecard/core';
import { expect, test, describe } from '@jest/globals';
import {
  IsArray,
  IsDateString,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MinDate,
  registerDecorator,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { linesOf } from './support/faults.ts';

function faultsOf<Args extends object>(args: new () => Args): string[] {
  class Uses implements PromptHandler<Args> {
    render = () => '';
  }
  Prompt({ args })(Uses);
  return linesOf(() => new Registry([Uses]));
}

describe('Registry with initial values', () => {
  test('rejects a value that breaks its own rule', () => {
    class Wrong {
      @Arg() @IsInt() @Max(5) count = 9;
      @Arg() @IsNotEmpty() name = '';
      @Arg() @IsIn(['kind', 'stern']) tone = 'harsh';
      @Arg({ items: String }) @IsArray() @Matches(/^a/, { each: true }) tags: string[] = ['a', 'b'];
      @Arg({ type: String }) @IsString() note: string | null = null;
    }
    const remedy = 'Use a value that passes the rule, or remove the initial value.';
    expect(faultsOf(Wrong)).toEqual([
      `Wrong.count has an initial value that @Max() rejects. ${remedy}`,
      `Wrong.name has an initial value that @IsNotEmpty() rejects. ${remedy}`,
      `Wrong.tone has an initial value that @IsIn() rejects. ${remedy}`,
      `Wrong.tags has an initial value that @Matches() rejects. ${remedy}`,
      `Wrong.note has an initial value that @IsString() rejects. ${remedy}`,
    ]);
  });

  test('rejects a value that does not have the declared type', () => {
    class Wrong {
      @Arg({ type: Number }) @Max(5) count = 'x';
      @Arg({ items: Number }) sizes: unknown[] = [1, 'b'];
      @Arg({ type: Date }) day = '2026-05-01';
      @Arg({ items: String }) tags = 'a, b';
    }
    const remedy = 'Use a value of that type, or declare another type.';
    expect(faultsOf(Wrong)).toEqual([
      `Wrong.count has an initial value that is not of the type number. ${remedy}`,
      'Wrong.sizes has an initial value with an item that is not of the type number. Use a value of that type, or declare another type.',
      `Wrong.day has an initial value that is not of the type Date. ${remedy}`,
      `Wrong.tags has an initial value that is not of the type Array. ${remedy}`,
    ]);
  });

  test('rejects a default of definePrompt that breaks a rule', () => {
    const define = () =>
      definePrompt({ name: 'greet', args: [{ name: 'times', default: 9, rules: [Max(5)] }], render: () => '' });
    expect(linesOf(define)).toEqual([
      'greet.times has an initial value that @Max() rejects. Use a value that passes the rule, or remove the initial value.',
    ]);
  });

  test('skips custom rules, conditional rules and computed dates', () => {
    let calls = 0;
    const Own = (): PropertyDecorator => (prototype, propertyName) =>
      registerDecorator({
        name: 'own',
        target: prototype.constructor,
        propertyName: propertyName as string,
        validator: { validate: () => (calls += 1) < 0 },
      });
    class Fine {
      @Arg() @Own() own = 'a';
      @Arg() @ValidateIf(({ own }: Fine) => own === 'b') @Max(5) count = 9;
      @Arg() @Max(5, { validateIf: () => false }) other = 9;
      @Arg() @MinDate(() => new Date(Date.now() + 1_000)) day = new Date();
      @Arg({ type: Number }) @IsOptional() @Max(5) none: number | null = null;
      @Arg() @IsDateString() start = new Date(0);
    }
    expect(faultsOf(Fine)).toEqual([]);
    expect(calls).toBe(0);
  });
});

describe('Registry with initial objects', () => {
  enum Tone {
    Kind = 'kind',
    Stern = 'stern',
  }
  class Stop {
    @Arg() city!: string;
    @Arg() @IsOptional() @IsInt() @Max(9) nights?: number;
    @Arg({ type: () => Stop }) @IsOptional() next?: Readonly<Stop>;
  }
  class Size {
    @IsInt() width!: number;
  }
  const stop = (members: Partial<Stop>) => Object.assign(new Stop(), members);

  test('rejects an object without a required property', () => {
    class Wrong {
      @Arg() stop: Stop = new Stop();
      @Arg({ type: Stop }) @IsOptional() other?: Readonly<Stop> = stop({ city: 'Bern', next: new Stop() });
      @Arg({ items: Stop }) stops = [stop({ city: 'Bern' }), new Stop()];
    }
    const remedy = 'Set every required property, or remove the initial value.';
    expect(faultsOf(Wrong)).toEqual([
      `Wrong.stop has an initial value without city, which is required. ${remedy}`,
      `Wrong.other has an initial value without next.city, which is required. ${remedy}`,
      `Wrong.stops has an initial value without [1].city, which is required. ${remedy}`,
    ]);
  });

  test('rejects an object that breaks a nested rule', () => {
    class Wrong {
      @Arg() stop: Stop = stop({ city: 'Bern', nights: 10 });
      @Arg({ items: Stop }) stops = [stop({ city: 'Bern', nights: 1.5 })];
      @Arg() size: Size = Object.assign(new Size(), { width: 1.5 });
    }
    const remedy = 'Use a value that passes the rule, or remove the initial value.';
    expect(faultsOf(Wrong)).toEqual([
      `Wrong.stop has an initial value, but @Max() rejects its nights. ${remedy}`,
      `Wrong.stops has an initial value, but @IsInt() rejects its [0].nights. ${remedy}`,
      `Wrong.size has an initial value, but @IsInt() rejects its width. ${remedy}`,
    ]);
  });

  test('rejects an object of another class', () => {
    class Wrong {
      @Arg({ type: Stop }) stop: Stop = { city: 'Bern', nights: 1.5 };
      @Arg({ items: () => Stop }) stops: Stop[] = [{ city: 'Bern', nights: 1.5 }];
      @Arg({ type: Size }) size: Size = { width: 1.5 };
    }
    const of = (name: string) => `Use an instance of ${name}, or remove the initial value.`;
    expect(faultsOf(Wrong)).toEqual([
      `Wrong.stop has an initial value that is not an instance of Stop. ${of('Stop')}`,
      `Wrong.stops has an initial value with an item that is not an instance of Stop. ${of('Stop')}`,
      `Wrong.size has an initial value that is not an instance of Size. ${of('Size')}`,
    ]);
  });

  test('rejects a value that no request can contain, such as NaN', () => {
    class Wrong {
      @Arg() most = NaN;
      @Arg() limit = Infinity;
      @Arg() day = new Date('tomorrow');
      @Arg({ items: Number }) sizes = [1, NaN];
      @Arg({ type: Tone }) tone: string = 'harsh';
      @Arg({ items: Tone }) tones: string[] = ['kind', 'harsh'];
    }
    const remedy = 'Use a valid value, or remove the initial value.';
    expect(faultsOf(Wrong)).toEqual([
      `Wrong.most has an initial value that no request can contain: NaN. ${remedy}`,
      `Wrong.limit has an initial value that no request can contain: Infinity. ${remedy}`,
      `Wrong.day has an initial value that no request can contain: Invalid Date. ${remedy}`,
      `Wrong.sizes has an initial value with an item that no request can contain: NaN. ${remedy}`,
      `Wrong.tone has an initial value that is not one of kind, stern. ${remedy}`,
      `Wrong.tones has an initial value with an item that is not one of kind, stern. ${remedy}`,
    ]);
  });

  test('checks an object once if it refers to itself', async () => {
    class Loop {
      @Arg({ type: () => Loop }) self: object = this;
      @Arg() @Max(10) size = 9;
    }
    @Prompt({ args: Loop })
    class Uses implements PromptHandler<Loop> {
      render = ({ size }: Loop) => String(size);
    }
    expect(await new Runtime({ prompts: [Uses] }).prompts.get({ name: 'uses' })).toMatchObject({
      messages: [{ content: { text: '9' } }],
    });
  });

  test('recognises a rule by its behaviour, not only by its name', () => {
    const AnyNumber: PropertyDecorator = (prototype, propertyName) =>
      registerDecorator({
        name: 'isInt',
        target: prototype.constructor,
        propertyName: String(propertyName),
        validator: { validate: () => true },
      });
    class Theirs {
      @Arg() @IsInt() count = 1.5;
    }
    class Ours {
      @Arg() @AnyNumber count = 1.5;
    }
    expect([...faultsOf(Ours), ...faultsOf(Theirs)]).toEqual([
      'Theirs.count has an initial value that @IsInt() rejects. Use a value that passes the rule, or remove the initial value.',
    ]);
  });

  test('requires a default in definePrompt to be a valid instance, and passes a copy to the handler', async () => {
    const define = (value: unknown) =>
      definePrompt<{ stop: Stop }>({
        name: 'go',
        args: [{ name: 'stop', type: Stop, default: value }],
        render: ({ stop: copy }) => `${copy instanceof Stop} ${copy.next instanceof Stop} ${copy !== value}`,
      });
    expect(linesOf(() => define(stop({ city: 'Bern', nights: 10 })))).toEqual([
      'go.stop has an initial value, but @Max() rejects its nights. Use a value that passes the rule, or remove the initial value.',
    ]);
    expect(linesOf(() => define({ city: 'Bern' }))).toEqual([
      'go.stop has an initial value that is not an instance of Stop. Use an instance of Stop, or remove the initial value.',
    ]);
    const runtime = new Runtime({ prompts: [define(stop({ city: 'Bern', next: stop({ city: 'Chur' }) }))] });
    expect(await runtime.prompts.get({ name: 'go' })).toMatchObject({
      messages: [{ content: { text: 'true true true' } }],
    });
  });

  test('accepts a complete object, even without conditional properties', () => {
    class Ticket {
      @Arg() kind = 'day';
      @Arg() @ValidateIf(({ kind }: Ticket) => kind === 'week') week!: string;
      @Arg({ allowEmpty: true }) note = '';
    }
    class Journey extends Stop {}
    class Fine {
      @Arg() ticket: Ticket = new Ticket();
      @Arg() stop: Stop = Object.assign(new Journey(), { city: 'Bern', next: stop({ city: 'Chur' }) });
      @Arg({ type: Tone }) tone: Tone | null = Tone.Kind;
      @Arg({ type: JSON }) options = { city: 5 };
      @Arg() @ValidateNested() size: Size = Object.assign(new Size(), { width: 1 });
      @Arg({ type: Stop }) @IsOptional() none: Stop | null = null;
    }
    expect(faultsOf(Fine)).toEqual([]);
  });
});
