import {
  Arg,
  type ArgOptions,
  definePrompt,
  type ElicitRequest,
  type ElicitResult,
  type FormField,
  type RequestContext,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsEnum, IsIn, IsOptional } from 'class-validator';
import { definitionFaults, faultAt } from './support/faults.ts';

enum Priority {
  Low = 1,
  High = 2,
}
class Ticket {
  @Arg({ title: 'Team', description: 'Who fixes it', titles: { web: 'The web team', core: 'The core team' } })
  @IsIn(['web', 'core', 'ops'])
  team = 'core';

  @Arg({ type: Priority, titles: { 1: 'Some day', 2: 'Now' } }) @IsOptional() priority?: Priority;

  @Arg({ items: String, titles: { ios: 'iPhones', web: 'Browsers' } })
  @IsIn(['ios', 'web'], { each: true })
  platforms: string[] = ['web'];
}

/** Returns the form fields for a client of this revision, and the instance created from its result. */
async function ask(revision: string, content: NonNullable<ElicitResult['content']>) {
  const forms: ElicitRequest[] = [];
  let ticket: Ticket | undefined;
  const prompt = definePrompt({
    name: 'ticket',
    render: async (_: object, context: RequestContext) => {
      ticket = await context.ask(Ticket, 'Which?');
      return '';
    },
  });
  const client = { revision, capabilities: { elicitation: {} } };
  const elicit = async (form: ElicitRequest) => {
    forms.push(form);
    return { action: 'accept' as const, content };
  };
  await new Runtime({ prompts: [prompt] }).prompts.get({ name: 'ticket' }, { client, elicit });
  return { fields: forms[0]?.requestedSchema.properties, ticket };
}

describe('Arg({ titles }) in a form', () => {
  test.each(['2025-11-25', '2026-07-28'])('offers titled choices for revision %s', async (revision) => {
    expect(await ask(revision, { team: 'web', priority: '2', platforms: ['ios'] })).toEqual({
      fields: {
        team: {
          type: 'string',
          title: 'Team',
          description: 'Who fixes it: one of web, core, ops',
          oneOf: [
            { const: 'web', title: 'The web team' },
            { const: 'core', title: 'The core team' },
            { const: 'ops', title: 'ops' },
          ],
          default: 'core',
        },
        priority: {
          type: 'string',
          description: 'one of 1, 2',
          oneOf: [
            { const: '1', title: 'Some day' },
            { const: '2', title: 'Now' },
          ],
        },
        platforms: {
          type: 'array',
          items: {
            anyOf: [
              { const: 'ios', title: 'iPhones' },
              { const: 'web', title: 'Browsers' },
            ],
          },
          default: ['web'],
        },
      },
      ticket: Object.assign(new Ticket(), { team: 'web', priority: Priority.High, platforms: ['ios'] }),
    });
  });

  test('sends titles as enumNames, and a list as a string field, for revision 2025-06-18', async () => {
    expect(await ask('2025-06-18', { team: 'ops', priority: '1', platforms: 'ios, web' })).toEqual({
      fields: {
        team: {
          type: 'string',
          title: 'Team',
          description: 'Who fixes it: one of web, core, ops',
          enum: ['web', 'core', 'ops'],
          enumNames: ['The web team', 'The core team', 'ops'],
          default: 'core',
        },
        priority: { type: 'string', description: 'one of 1, 2', enum: ['1', '2'], enumNames: ['Some day', 'Now'] },
        platforms: { type: 'string', description: 'a comma-separated list or a JSON array, each one of ios, web' },
      },
      ticket: Object.assign(new Ticket(), { team: 'ops', priority: Priority.Low, platforms: ['ios', 'web'] }),
    });
  });

  test('does not change prompts/list', async () => {
    const args = [{ name: 'team', titles: { web: 'The web team' }, rules: [IsIn(['web', 'core'])] }];
    const runtime = new Runtime({ prompts: [definePrompt({ name: 'ticket', args, render: () => '' })] });
    expect(JSON.stringify(await runtime.prompts.list())).not.toContain('The web team');
  });

  test('compiles only if the titles are strings', () => {
    const field: FormField = { type: 'string', oneOf: [{ const: 'a', title: 'A' }] };
    // @ts-expect-error a title must be a string
    const options: ArgOptions = { titles: { a: 1 } };
    expect([field.type, options.titles]).toEqual(['string', { a: 1 }]);
  });
});

describe('Arg({ titles })', () => {
  const faultsOf = (options: ArgOptions, ...rules: PropertyDecorator[]) =>
    definitionFaults(() =>
      definePrompt({ name: 'ticket', args: [{ name: 'team', ...options, rules }], render: () => '' }),
    );
  const fault = (problem: string, remedy: string) => faultAt('ticket.team', 'titles-invalid', problem, remedy);

  test.each<[string, ArgOptions, PropertyDecorator[]]>([
    ['that may have any value', {}, []],
    ['that is true or false', { type: Boolean }, []],
    ['that is a number', { type: Number }, []],
  ])('rejects titles for an argument %s', (_, options, rules) => {
    expect(faultsOf({ ...options, titles: { web: 'Web' } }, ...rules)).toEqual([
      fault('has `titles`, but no rule lists its values', 'List its values with @IsIn(), or remove `titles`'),
    ]);
  });

  test('rejects a title for a value that the argument does not accept', () => {
    expect(faultsOf({ titles: { wep: 'Web', other: 'Other' } }, IsIn(['web', 'core']))).toEqual([
      fault('has a title for "wep", which is not one of its values', 'Write "web", or leave it out'),
      fault('has a title for "other", which is not one of its values', 'Use one of web, core, or leave it out'),
    ]);
    expect(faultsOf({ type: Priority, titles: { Low: 'Low' } }, IsEnum(Priority))).toEqual([
      fault('has a title for "Low", which is not one of its values', 'Use one of 1, 2, or leave it out'),
    ]);
  });

  test.each<unknown>([['Web'], { web: 5 }, 'Web'])(
    'rejects titles that do not map each value to a string: %j',
    (titles) => {
      const [first] = faultsOf({ titles: titles as never }, IsIn(['web']));
      expect(first?.problem).toMatch(/^has the option "titles", which cannot be /);
      expect(first?.remedy).toBe('Use an object with a title for each value, such as { low: "Not urgent" }');
    },
  );
});
