import { Arg, definePrompt, Prompt, type PromptHandler, Registry, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { IsInt, IsOptional, Max, ValidateIf, ValidateNested } from 'class-validator';
import { linesOf } from './support/faults.ts';

function faultsOf<Args extends object>(args: new () => Args): string[] {
  class Uses implements PromptHandler<Args> {
    render = () => '';
  }
  Prompt({ args })(Uses);
  return linesOf(() => new Registry([Uses]));
}

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

test('an initial object that lacks what is required is refused at start-up', () => {
  class Wrong {
    @Arg() stop: Stop = new Stop();
    @Arg({ type: Stop }) @IsOptional() other?: Readonly<Stop> = stop({ city: 'Bern', next: new Stop() });
    @Arg({ items: Stop }) stops = [stop({ city: 'Bern' }), new Stop()];
  }
  const remedy = 'Give it all that is required, or leave it out.';
  expect(faultsOf(Wrong)).toEqual([
    `Wrong.stop has an initial value without city, which is required. ${remedy}`,
    `Wrong.other has an initial value without next.city, which is required. ${remedy}`,
    `Wrong.stops has an initial value without [1].city, which is required. ${remedy}`,
  ]);
});

test('so is one that breaks a rule inside', () => {
  class Wrong {
    @Arg() stop: Stop = stop({ city: 'Bern', nights: 10 });
    @Arg({ items: Stop }) stops = [stop({ city: 'Bern', nights: 1.5 })];
    @Arg() size: Size = Object.assign(new Size(), { width: 1.5 });
  }
  const remedy = 'Give it one that passes the rule, or remove it.';
  expect(faultsOf(Wrong)).toEqual([
    `Wrong.stop has an initial value whose nights @Max() refuses. ${remedy}`,
    `Wrong.stops has an initial value whose [0].nights @IsInt() refuses. ${remedy}`,
    `Wrong.size has an initial value whose width @IsInt() refuses. ${remedy}`,
  ]);
});

test('so is one that is not of the class, whose rules nothing judges', () => {
  class Wrong {
    @Arg({ type: Stop }) stop: Stop = { city: 'Bern', nights: 1.5 };
    @Arg({ items: () => Stop }) stops: Stop[] = [{ city: 'Bern', nights: 1.5 }];
    @Arg({ type: Size }) size: Size = { width: 1.5 };
  }
  const of = (name: string) => `Give it an instance of ${name} with its members, or none.`;
  expect(faultsOf(Wrong)).toEqual([
    `Wrong.stop has an initial value that is no instance of Stop. ${of('Stop')}`,
    `Wrong.stops has an initial value with an item that is no instance of Stop. ${of('Stop')}`,
    `Wrong.size has an initial value that is no instance of Size. ${of('Size')}`,
  ]);
});

test('so is one that no request can give', () => {
  class Wrong {
    @Arg() most = NaN;
    @Arg() limit = Infinity;
    @Arg() day = new Date('tomorrow');
    @Arg({ items: Number }) sizes = [1, NaN];
    @Arg({ type: Tone }) tone: string = 'harsh';
    @Arg({ items: Tone }) tones: string[] = ['kind', 'harsh'];
  }
  const remedy = 'Give it another, or none.';
  expect(faultsOf(Wrong)).toEqual([
    `Wrong.most has an initial value that no request can give: NaN. ${remedy}`,
    `Wrong.limit has an initial value that no request can give: Infinity. ${remedy}`,
    `Wrong.day has an initial value that no request can give: Invalid Date. ${remedy}`,
    `Wrong.sizes has an initial value with an item that no request can give: NaN. ${remedy}`,
    `Wrong.tone has an initial value that is not one of kind, stern. ${remedy}`,
    `Wrong.tones has an initial value with an item that is not one of kind, stern. ${remedy}`,
  ]);
});

test('so is the default of a prompt from data, each copy of which is of its class', async () => {
  const define = (value: unknown) =>
    definePrompt<{ stop: Stop }>({
      name: 'go',
      args: [{ name: 'stop', type: Stop, default: value }],
      render: ({ stop: given }) => `${given instanceof Stop} ${given.next instanceof Stop} ${given !== value}`,
    });
  expect(linesOf(() => define(stop({ city: 'Bern', nights: 10 })))).toEqual([
    'go.stop has an initial value whose nights @Max() refuses. Give it one that passes the rule, or remove it.',
  ]);
  expect(linesOf(() => define({ city: 'Bern' }))).toEqual([
    'go.stop has an initial value that is no instance of Stop. Give it an instance of Stop with its members, or none.',
  ]);
  const runtime = new Runtime({ prompts: [define(stop({ city: 'Bern', next: stop({ city: 'Chur' }) }))] });
  expect(await runtime.prompts.get({ name: 'go' })).toMatchObject({
    messages: [{ content: { text: 'true true true' } }],
  });
});

test('what is whole, or whose absence depends on other arguments, is fine', () => {
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
