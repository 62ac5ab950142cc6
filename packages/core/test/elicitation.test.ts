import {
  Arg,
  type CallOptions,
  type ElicitRequest,
  type ElicitResult,
  onGetPrompt,
  Prompt,
  type RequestContext,
  DefinitionError,
  type PromptHandler,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { ArrayMaxSize, IsEmail, IsIn, IsInt, IsOptional, Max, MaxLength, Min, MinLength } from 'class-validator';
import { elapse, outcomeAfter, pause, useFakeTime } from '../../../build/jest/fake-time.ts';
import { missingArgument } from './support/faults.ts';

const silent = { error: () => {}, warn: () => {} };

class PlanArgs {
  @Arg({ title: 'Severity', description: 'How bad it is' })
  @IsIn(['low', 'high'])
  severity!: string;

  @Arg({ description: 'How many people' })
  @IsInt()
  @Min(1)
  @Max(9)
  people = 2;
}

/** A client that returns these results one after another. */
function answering(...results: readonly (ElicitResult | Error)[]) {
  const forms: ElicitRequest[] = [];
  const elicit = async (form: ElicitRequest) => {
    forms.push(form);
    const result = results[forms.length - 1];
    if (result === undefined || result instanceof Error) throw result ?? new Error('asked too often');
    return result;
  };
  return { forms, call: { elicit } satisfies CallOptions };
}

const accept = (content: NonNullable<ElicitResult['content']>): ElicitResult => ({ action: 'accept', content });

describe('RequestContext.ask with `@IsIn(…, { each: true })`', () => {
  class Toppings {
    @Arg({ title: 'Toppings', description: 'What is on the pizza', items: String })
    @IsIn(['ham', 'figs', 'rocket'], { each: true })
    @ArrayMaxSize(2)
    toppings = ['figs'];
  }
  async function ask(content: NonNullable<ElicitResult['content']>, revision: string) {
    let chosen: Toppings | undefined;
    @Prompt({ name: 'pizza' })
    class Pizza implements PromptHandler {
      async render(_: object, context: RequestContext) {
        chosen = await context.ask(Toppings, 'What on it?');
        return '';
      }
    }
    const { forms, call } = answering(accept(content));
    const client = { revision, capabilities: { elicitation: {} } };
    await new Runtime({ prompts: [Pizza], logger: silent }).prompts.get({ name: 'pizza' }, { ...call, client });
    return { field: forms[0]?.requestedSchema.properties['toppings'], toppings: chosen?.toppings };
  }

  test.each(['2025-11-25', '2026-07-28'])('offers a multiple choice for revision %s', async (revision) => {
    expect(await ask({ toppings: ['ham', 'rocket'] }, revision)).toEqual({
      field: {
        type: 'array',
        title: 'Toppings',
        description: 'What is on the pizza',
        items: { type: 'string', enum: ['ham', 'figs', 'rocket'] },
        maxItems: 2,
        default: ['figs'],
      },
      toppings: ['ham', 'rocket'],
    });
  });

  test('offers a string field for revision 2025-06-18', async () => {
    expect(await ask({ toppings: '["ham","rocket"]' }, '2025-06-18')).toEqual({
      field: {
        type: 'string',
        title: 'Toppings',
        description:
          'What is on the pizza: a comma-separated list or a JSON array, at most 2 items, each one of ham, figs, rocket',
      },
      toppings: ['ham', 'rocket'],
    });
  });
});

describe('RequestContext.ask', () => {
  function asking(options: Partial<RuntimeOptions> = {}) {
    let seen: { plan: PlanArgs; hasAsked: boolean } | undefined;
    @Prompt({ name: 'incident' })
    class Incident implements PromptHandler {
      async render(_: object, context: RequestContext) {
        const plan: PlanArgs = await context.ask(PlanArgs, 'Tell me about the incident.');
        seen = { plan, hasAsked: context.hasAsked };
        return `${plan.severity} for ${plan.people}`;
      }
    }
    const runtime = new Runtime({ prompts: [Incident], logger: silent, ...options });
    return { get: (call?: CallOptions) => runtime.prompts.get({ name: 'incident' }, call), seen: () => seen };
  }
  const FORM = {
    message: 'Tell me about the incident.',
    requestedSchema: {
      type: 'object',
      properties: {
        severity: {
          type: 'string',
          title: 'Severity',
          description: 'How bad it is: one of low, high',
          enum: ['low', 'high'],
        },
        people: {
          type: 'integer',
          description: 'How many people: an integer, at least 1, at most 9',
          minimum: 1,
          maximum: 9,
          default: 2,
        },
      },
      required: ['severity'],
    },
  };

  test('sends a form for the class and returns a valid instance', async () => {
    const { forms, call } = answering(accept({ severity: 'high', people: 7 }));
    const { get, seen } = asking();
    expect((await get(call)).messages[0]?.content).toEqual({ type: 'text', text: 'high for 7' });
    expect(forms).toEqual([FORM]);
    expect([seen()?.plan, seen()?.plan.constructor, seen()?.hasAsked]).toEqual([
      { severity: 'high', people: 7 },
      PlanArgs,
      true,
    ]);
  });

  test('shows the form again with only the invalid fields, and explains the fault', async () => {
    const { forms, call } = answering(accept({ severity: 'high', people: 70 }), accept({ people: 7, severity: 'low' }));
    expect((await asking().get(call)).messages[0]?.content).toEqual({ type: 'text', text: 'high for 7' });
    expect(forms[1]).toEqual({
      message: 'Tell me about the incident.\n\npeople must not be greater than 9',
      requestedSchema: { type: 'object', properties: { people: FORM.requestedSchema.properties.people } },
    });
  });

  test.each<[string, unknown]>([
    ['an object', { toString: () => 'low' }],
    ['an array of numbers', [1]],
    ['null', null],
  ])('shows the form again after a value that no form can return: %s', async (_, value) => {
    const foreign = { severity: value } as unknown as NonNullable<ElicitResult['content']>;
    const { forms, call } = answering(accept(foreign), accept({ severity: 'low' }));
    expect((await asking().get(call)).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'low for 2' } },
    ]);
    expect(forms[1]).toEqual({
      message: 'Tell me about the incident.\n\nseverity must be a string',
      requestedSchema: {
        type: 'object',
        properties: { severity: FORM.requestedSchema.properties.severity },
        required: ['severity'],
      },
    });
  });

  test('rejects an object for a JSON argument and accepts a JSON string', async () => {
    class ShapeArgs {
      @Arg({ type: JSON }) shape!: unknown;
    }
    @Prompt({ name: 'draw' })
    class Draw implements PromptHandler {
      render = async (_: object, context: RequestContext) =>
        JSON.stringify((await context.ask(ShapeArgs, 'Which?')).shape);
    }
    const runtime = new Runtime({ prompts: [Draw], logger: silent });
    const object = accept({ shape: { sides: 3 } } as never);
    await expect(runtime.prompts.get({ name: 'draw' }, answering(object, object, object).call)).rejects.toMatchObject({
      name: 'InputRequiredError',
      data: { errors: [{ argument: 'shape', rule: 'isString', message: 'shape must be a string' }] },
    });
    const text = answering(accept({ shape: '{"sides":3}' })).call;
    expect((await runtime.prompts.get({ name: 'draw' }, text)).messages[0]?.content).toEqual({
      type: 'text',
      text: '{"sides":3}',
    });
  });

  test('rejects with InputRequiredError after three invalid forms', async () => {
    const wrong = accept({ severity: 'worse' });
    const { forms, call } = answering(wrong, wrong, wrong, accept({ severity: 'low' }));
    await expect(asking().get(call)).rejects.toMatchObject({
      name: 'InputRequiredError',
      code: -32602,
      message:
        'Prompt "incident" needs more input, but the submitted values are invalid: severity must be one of the following values: low, high',
      data: { errors: [{ argument: 'severity', rule: 'isIn' }] },
    });
    expect(forms).toHaveLength(3);
  });

  const missing = [missingArgument('severity')];

  test.each<[string, CallOptions, string, 'decline' | 'cancel' | undefined]>([
    ['the client cannot ask', {}, 'this client does not support elicitation', undefined],
    ['the user declines', answering({ action: 'decline' }).call, 'the user declined to give it', 'decline'],
    ['the user closes the form', answering({ action: 'cancel' }).call, 'the user closed the form', 'cancel'],
  ])('rejects with the missing arguments and the reason if %s', async (_, call, reason, action) => {
    await expect(asking().get(call)).rejects.toMatchObject({
      name: 'InputRequiredError',
      code: -32602,
      action,
      message: `Prompt "incident" needs more input, but ${reason}: severity is required`,
      data: { errors: missing },
    });
  });

  test('reports every argument as missing when none is required', async () => {
    class MoodArgs {
      @Arg() mood = 'fine';
    }
    @Prompt({ name: 'mood' })
    class Mood implements PromptHandler {
      render = async (_: object, context: RequestContext) => (await context.ask(MoodArgs, 'How are you?')).mood;
    }
    const runtime = new Runtime({ prompts: [Mood] });
    await expect(runtime.prompts.get({ name: 'mood' })).rejects.toMatchObject({
      data: { errors: [missingArgument('mood')] },
    });
    const { call } = answering(accept({}));
    expect((await runtime.prompts.get({ name: 'mood' }, call)).messages[0]?.content).toEqual({
      type: 'text',
      text: 'fine',
    });
  });

  test.each<[string, unknown, unknown]>([
    ['no content', undefined, undefined],
    ['a string', 'high', undefined],
    ['values of other types', { severity: ['low'], people: null }, undefined],
    ['unknown properties', { severity: 'low', admin: true, constructor: 'x' }, { severity: 'low', people: 2 }],
  ])('returns only valid instances when the client sends %s', async (_, content, plan) => {
    const answer = { action: 'accept', content } as ElicitResult;
    const { get, seen } = asking();
    const failed = await get(answering(answer, answer, answer).call).then(
      () => undefined,
      (error: Error) => error.name,
    );
    expect([failed, seen()?.plan]).toEqual([plan === undefined ? 'InputRequiredError' : undefined, plan]);
  });

  test('reports a failure of the client without revealing the error', async () => {
    const { call } = answering(new Error('the connection is gone, password xyz'));
    await expect(asking().get(call)).rejects.toMatchObject({
      name: 'InputRequiredError',
      message: 'Prompt "incident" needs more input, but the client failed to ask the user: severity is required',
    });
  });

  test('logs a DefinitionError when the class is invalid', async () => {
    class Broken {
      @Arg() what!: unknown;
    }
    const errors: unknown[] = [];
    @Prompt({ name: 'broken' })
    class Asks implements PromptHandler {
      render = async (_: object, context: RequestContext) => `${(await context.ask(Broken, 'What?')).what}`;
    }
    const logger = { ...silent, error: (_: string, cause: unknown) => void errors.push(cause) };
    const runtime = new Runtime({ prompts: [Asks], logger });
    await expect(runtime.prompts.get({ name: 'broken' }, answering().call)).rejects.toMatchObject({
      message: 'Internal error',
    });
    expect(errors).toEqual([expect.any(DefinitionError)]);
  });

  describe('limits.askMs', () => {
    useFakeTime();

    test('pauses the deadline during an elicitation, for limits.askMs at most', async () => {
      const slow = (ms: number): CallOptions => ({
        elicit: async (_, { signal }) => {
          await pause(ms, signal);
          return accept({ severity: 'low' });
        },
      });
      const { get } = asking({ limits: { renderMs: 80, askMs: 400 } });
      const answered = get(slow(200));
      await elapse(200);
      expect((await answered).messages).toHaveLength(1);
      expect(await outcomeAfter(400, get(slow(5_000)))).toMatchObject({ data: { prompt: 'incident', limitMs: 400 } });
    });

    test('keeps the remaining time across concurrent elicitations', async () => {
      const left: number[] = [];
      @Prompt({ name: 'both' })
      class Both implements PromptHandler {
        async render(_: object, context: RequestContext) {
          left.push(context.deadline - Date.now());
          await Promise.all([context.ask(PlanArgs, 'One?'), context.ask(PlanArgs, 'Two?')]);
          left.push(context.deadline - Date.now());
          return '';
        }
      }
      const runtime = new Runtime({ prompts: [Both], limits: { renderMs: 10_000 } });
      let waits = 100;
      const elicit = async () => {
        await pause((waits += 100));
        return accept({ severity: 'low' });
      };
      const got = runtime.prompts.get({ name: 'both' }, { elicit });
      await elapse(300);
      await got;
      expect(left).toEqual([10_000, 10_000]);
    });
  });

  test('infers the result type from the class', () => {
    const ask = async (context: RequestContext) => {
      const { people } = await context.ask(PlanArgs, 'How many?');
      const count: number = people;
      // @ts-expect-error -- it is a number
      const text: string = people;
      return [count, text];
    };
    expect(ask).toBeInstanceOf(Function);
  });
});

describe('ElicitRequest.requestedSchema', () => {
  test('has a field for each type, and describes the syntax of strings', async () => {
    class Stop {
      @Arg() city!: string;
    }
    class EveryArgs {
      @Arg()
      @MinLength(2)
      @MaxLength(5)
      text!: string;
      @Arg() @IsEmail() email!: string;
      @Arg() ratio = 0.5;
      @Arg({ description: 'Go on?' }) yes = false;
      @Arg() day!: Date;
      @Arg() site!: URL;
      @Arg() large!: bigint;
      @Arg({ items: String }) list!: string[];
      @Arg() stop!: Stop;
      @Arg()
      @IsOptional()
      @IsIn([1, 2])
      one?: number;
    }
    let plan: EveryArgs | undefined;
    @Prompt({ name: 'every' })
    class Every implements PromptHandler {
      async render(_: object, context: RequestContext) {
        plan = await context.ask(EveryArgs, 'All of it, please.');
        return '';
      }
    }
    const { forms, call } = answering(
      accept({
        text: 'abc',
        email: 'ada@example.com',
        ratio: 1e21,
        yes: true,
        day: '2026-11-21',
        site: 'https://example.com/',
        large: 12,
        list: ['a', 'b'],
        stop: '{"city":"Paris"}',
        one: '2',
      }),
    );
    await new Runtime({ prompts: [Every] }).prompts.get({ name: 'every' }, call);
    expect(forms[0]?.requestedSchema).toEqual({
      type: 'object',
      properties: {
        text: {
          type: 'string',
          description: 'at least 2 characters, at most 5 characters',
          minLength: 2,
          maxLength: 5,
        },
        email: { type: 'string', description: 'an email address' },
        ratio: { type: 'number', description: 'a number', default: 0.5 },
        yes: { type: 'boolean', description: 'Go on? True or false', default: false },
        day: { type: 'string', description: 'an ISO 8601 date' },
        site: { type: 'string', description: 'a URL', format: 'uri' },
        large: { type: 'integer', description: 'an integer' },
        list: { type: 'string', description: 'a comma-separated list or a JSON array' },
        stop: { type: 'string', description: 'a JSON object' },
        one: { type: 'string', description: 'one of 1, 2', enum: ['1', '2'] },
      },
      required: ['text', 'email', 'day', 'site', 'large', 'list', 'stop'],
    });
    expect(plan).toEqual({
      text: 'abc',
      email: 'ada@example.com',
      ratio: 1e21,
      yes: true,
      day: new Date('2026-11-21'),
      site: new URL('https://example.com/'),
      large: 12n,
      list: ['a', 'b'],
      stop: { city: 'Paris' },
      one: 2,
    });
  });
});

describe('RuntimeOptions.askForMissing', () => {
  @Prompt({ name: 'plan', args: PlanArgs })
  class Plan implements PromptHandler<PlanArgs> {
    render = ({ severity, people }: PlanArgs) => `${severity} for ${people}`;
  }
  const runtime = new Runtime({ prompts: [Plan], askForMissing: true, logger: silent });
  const get = (args: Record<string, string>, call?: CallOptions) =>
    runtime.prompts.get({ name: 'plan', arguments: args }, call);
  const refusal = { name: 'InvalidArgumentsError', code: -32602 };

  test('asks the user for missing arguments, and renders the prompt with the result', async () => {
    const { forms, call } = answering(accept({ severity: 'low' }));
    expect((await get({ people: '3' }, call)).messages[0]?.content).toEqual({ type: 'text', text: 'low for 3' });
    expect(forms.map(({ message, requestedSchema }) => [message, Object.keys(requestedSchema.properties)])).toEqual([
      ['What should "plan" use as Severity? Understood: people is 3.', ['severity', 'people']],
    ]);
  });

  test('names missing, invalid and accepted values in the message of the form', async () => {
    class Trip {
      @Arg({ title: 'Destination' }) to!: string;
      @Arg({ title: 'Day' }) day!: Date;
      @Arg() @Max(9) people = 1;
      @Arg({ title: 'Class' }) @IsIn(['first', 'second']) comfort = 'second';
    }
    @Prompt({ name: 'trip', title: 'Plan a trip', args: Trip })
    class PlanTrip implements PromptHandler<Trip> {
      render = ({ to }: Trip) => to;
    }
    const trips = new Runtime({ prompts: [PlanTrip], askForMissing: true, logger: silent });
    const { forms, call } = answering(accept({ to: 'Bern', day: 'soon', people: 2 }), accept({ day: '2026-05-01' }));
    await trips.prompts.get({ name: 'trip', arguments: { people: '12', comfort: 'first' } }, call);
    expect(forms.map(({ message }) => message)).toEqual([
      'What should "Plan a trip" use as Destination and Day? people must not be greater than 9. What should "Plan a trip" use instead? Understood: Class is first.',
      'Day must be an ISO 8601 date. What should "Plan a trip" use instead? Understood: Destination is Bern; people is 2; Class is first.',
    ]);
    expect(forms[0]?.requestedSchema.properties['people']).toMatchObject({ type: 'number', maximum: 9 });
  });

  test('does not ask the user if the arguments are valid', async () => {
    let hasAsked: boolean | undefined;
    const watched = new Runtime({
      prompts: [Plan],
      askForMissing: true,
      interceptors: [
        onGetPrompt(async (call, next) => {
          const answer = await next();
          hasAsked = call.context.hasAsked;
          return answer;
        }),
      ],
    });
    const { forms, call } = answering();
    await watched.prompts.get({ name: 'plan', arguments: { severity: 'low' } }, call);
    expect([forms, hasAsked]).toEqual([[], false]);
  });

  test.each<[string, Record<string, string>, CallOptions]>([
    ['the client cannot ask', { people: '3' }, {}],
    ['an argument is unknown', { people: '3', sevrity: 'low' }, answering().call],
  ])('rejects the request without asking the user if %s', async (_, args, call) => {
    await expect(get(args, call)).rejects.toMatchObject(refusal);
  });

  test('rejects with the faults of the last form after three invalid forms', async () => {
    const wrong = accept({ severity: 'worse' });
    await expect(get({ people: '3' }, answering(wrong, wrong, wrong).call)).rejects.toMatchObject({
      ...refusal,
      data: { prompt: 'plan', errors: [{ argument: 'severity', rule: 'isIn' }] },
    });
  });

  test.each<ElicitResult['action']>(['decline', 'cancel'])(
    'rejects with the missing arguments if the user chooses %s',
    async (action) => {
      await expect(get({ people: '3' }, answering({ action }).call)).rejects.toMatchObject({
        ...refusal,
        data: { prompt: 'plan', errors: [missingArgument('severity')] },
      });
    },
  );

  test('does not ask the user when the application renders in process', async () => {
    const { forms, call } = answering();
    await expect(runtime.prompts.render(Plan, {}, call)).rejects.toMatchObject(refusal);
    expect(forms).toEqual([]);
  });

  test('does not ask the user by default', async () => {
    const { forms, call } = answering();
    const plain = new Runtime({ prompts: [Plan] });
    await expect(plain.prompts.get({ name: 'plan' }, call)).rejects.toMatchObject(refusal);
    expect(forms).toEqual([]);
  });
});
