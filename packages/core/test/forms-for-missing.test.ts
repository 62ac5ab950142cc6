import {
  Arg,
  type CallOptions,
  type ElicitRequest,
  type ElicitResult,
  Prompt,
  type PromptHandler,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { ArrayMaxSize, IsBoolean, IsEmail, IsIn, IsInt, IsOptional, Max } from 'class-validator';

class Place {
  @Arg() city!: string;
}

class TripArgs {
  @Arg({ title: 'Destination' }) to!: string;
  @Arg() @IsIn(['train', 'ferry']) by!: string;
  @Arg() @IsInt() @Max(9) people = 1;
  @Arg() @IsBoolean() @IsOptional() meals?: boolean;
  @Arg({ items: String }) @IsIn(['sea', 'alps'], { each: true }) @ArrayMaxSize(2) views: string[] = [];
  @Arg() @IsEmail() @IsOptional() contact?: string;
  @Arg() @IsOptional() start?: Place;
}

type Texts = Readonly<Record<string, string>>;
type Content = NonNullable<ElicitResult['content']>;

/** Gets a prompt that returns its arguments, and fills in its forms one after another. */
async function fill(args: Texts, client: Partial<NonNullable<CallOptions['client']>>, ...answers: readonly Content[]) {
  @Prompt({ name: 'trip', args: TripArgs })
  class Trip implements PromptHandler<TripArgs> {
    render = (given: TripArgs) => JSON.stringify(given);
  }
  const runtime = new Runtime({ prompts: [Trip], askForMissing: true });
  const forms: ElicitRequest[] = [];
  const call: CallOptions = {
    client: { revision: '2025-11-25', ...client },
    elicit: async (form) => {
      const content = answers[forms.length];
      forms.push(form);
      return content === undefined ? { action: 'cancel' } : { action: 'accept', content };
    },
  };
  const shown = await runtime.prompts.get({ name: 'trip', arguments: args }, call).then(
    ({ messages }) =>
      messages.map(({ content }) => (content.type === 'text' ? (JSON.parse(content.text) as unknown) : content))[0],
    (error: Error) => error.message,
  );
  const requested = forms.map(({ requestedSchema }) => requestedSchema);
  return {
    shown,
    schemas: requested,
    prefills: requested.map(prefillsOf),
    messages: forms.map((each) => each.message),
  };
}

function prefillsOf({ properties }: ElicitRequest['requestedSchema']) {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field.default]));
}

describe('Form of askForMissing', () => {
  test('has a field for every argument, prefilled with sent values', async () => {
    const given = { to: 'Bergen', people: '3', meals: 'yes', views: 'sea', contact: 'ada@example.com' };
    const { schemas } = await fill(given, {});
    expect(schemas).toEqual([
      {
        type: 'object',
        properties: {
          to: { type: 'string', title: 'Destination', default: 'Bergen' },
          by: { type: 'string', description: 'one of train, ferry', enum: ['train', 'ferry'] },
          people: { type: 'integer', description: 'an integer, at most 9', maximum: 9, default: 3 },
          meals: { type: 'boolean', description: 'true or false', default: true },
          views: { type: 'array', items: { type: 'string', enum: ['sea', 'alps'] }, maxItems: 2, default: ['sea'] },
          contact: { type: 'string', description: 'an email address', default: 'ada@example.com' },
        },
        required: ['to', 'by'],
      },
    ]);
  });

  test('keeps sent values if the client returns only the missing value', async () => {
    const given = { to: 'Bergen', people: '3', meals: 'no', views: 'sea', start: '{"city":"Oslo"}' };
    const { shown } = await fill(given, {}, { by: 'ferry' });
    expect(shown).toEqual({
      to: 'Bergen',
      by: 'ferry',
      people: 3,
      meals: false,
      views: ['sea'],
      start: { city: 'Oslo' },
    });
  });

  test('lets the user replace and clear sent values', async () => {
    const given = { to: 'Bergen', people: '3', views: 'sea', contact: 'ada@example.com' };
    const answer = { to: 'Oslo', by: 'ferry', people: 4, views: [], contact: '' };
    expect((await fill(given, {}, answer)).shown).toEqual({ to: 'Oslo', by: 'ferry', people: 4, views: [] });
  });

  test('prefills invalid values that a field can show, and drops all other invalid values', async () => {
    const given = { to: 'Bergen', by: 'mule', people: '30', meals: 'perhaps', contact: 'ada@' };
    const { prefills, shown } = await fill(given, {}, { by: 'train' });
    expect([prefills, shown]).toEqual([
      [{ to: 'Bergen', by: undefined, people: 30, meals: undefined, views: [], contact: 'ada@' }],
      { to: 'Bergen', by: 'train', people: 1, views: [] },
    ]);
  });

  test('shows every field again with earlier input if one field is invalid', async () => {
    const answers = [{ to: 'Oslo', by: 'ferry', people: 12 }, { people: 2 }];
    const { prefills, messages, shown } = await fill({ to: 'Bergen' }, {}, ...answers);
    expect([prefills[1], messages[1], shown]).toEqual([
      { to: 'Oslo', by: 'ferry', people: 12, meals: undefined, views: [], contact: undefined },
      'people must not be greater than 9. What should "trip" use instead? Understood: Destination is Oslo; by is ferry.',
      { to: 'Oslo', by: 'ferry', people: 2, views: [] },
    ]);
  });

  test.each([
    ['has several lines', 'Bergen\nand Oslo'],
    ['is longer than 1000 characters', 'x'.repeat(1001)],
  ])('has no field for a valid value that %s, but passes it to the prompt', async (_, to) => {
    const { prefills, shown } = await fill({ to }, {}, { by: 'train', to: 'Rome' });
    expect([Object.keys(prefills[0] ?? {}), shown]).toEqual([
      ['by', 'people', 'meals', 'views', 'contact'],
      { to, by: 'train', people: 1, views: [] },
    ]);
  });

  test('prefills only booleans before protocol revision 2025-11-25', async () => {
    const given = { to: 'Bergen', meals: 'yes', contact: 'ada@example.com' };
    const { schemas, shown } = await fill(given, { revision: '2025-06-18' }, { by: 'train' });
    expect([Object.entries(schemas[0]?.properties ?? {}).map(([name, field]) => [name, field.default]), shown]).toEqual(
      [
        [
          ['by', undefined],
          ['people', 1],
          ['meals', true],
          ['views', undefined],
        ],
        { to: 'Bergen', by: 'train', people: 1, meals: true, views: [], contact: 'ada@example.com' },
      ],
    );
  });

  test('does not join arguments for a host that does not split them', async () => {
    expect((await fill({ to: 'New', by: 'York' }, { name: 'vs-code' })).prefills).toMatchObject([{ to: 'New' }]);
  });

  describe('for a host that splits arguments at spaces', () => {
    const claude = { name: 'claude-code' };

    test('joins all arguments into the first argument if another argument is invalid', async () => {
      const { prefills, messages, shown } = await fill({ to: 'New', by: 'York', people: 'soon' }, claude, {
        to: 'New York',
        by: 'train',
      });
      expect([prefills, messages, shown]).toEqual([
        [{ to: 'New York soon', by: undefined, people: 1, meals: undefined, views: [], contact: undefined }],
        [
          'by must be one of the following values: train, ferry. people must be a number. What should "trip" use instead? Understood: Destination is New York soon.',
        ],
        { to: 'New York', by: 'train', people: 1, views: [] },
      ]);
    });

    test.each<[string, Texts, Texts]>([
      ['only a missing argument is asked for', { to: 'Bergen', people: '3' }, { to: 'Bergen' }],
      ['an argument has several words', { to: 'New York', by: 'on foot' }, { to: 'New York' }],
    ])('does not join the arguments if %s', async (_, given, shown) => {
      expect((await fill(given, claude)).prefills).toMatchObject([shown]);
    });
  });
});
