import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Hosts, waysOf } from './meeting.ts';
import type { Person } from './people.ts';
import { accept, log, meet, refusal, required, said, trip, unable } from './trip.ts';
import { closables } from '../../support/closables.ts';

/** Tests what an adapter asks the user of an official client: all transports send the same. */
export function testElicitedForms(hosts: Hosts): void {
  const open = closables();
  beforeEach(() => void (log.length = 0));

  describe.each(waysOf(hosts))('RequestContext.ask %s, with the official %s', (...[, version, hosting]) => {
    test.each(['decline', 'cancel'] as const)(
      'rejects the prompt with the missing argument after %s',
      async (action) => {
        const { client } = await meet(open, hosting, version, { person: () => ({ action }) });
        const reason = action === 'decline' ? 'the client declined' : 'the client dismissed it';
        expect(await refusal(client.getPrompt('trip', trip))).toEqual(required(reason));
        expect(log).toEqual([]);
      },
    );

    test('asks for missing and invalid arguments', async () => {
      const answers = [{ city: 'Bergen', by: 'plane' }, { name: 'Ada' }];
      const forms: { requestedSchema: { properties: object } }[] = [];
      const person: Person = (form) => {
        forms.push(form as (typeof forms)[0]);
        return accept(answers.shift());
      };
      const { client } = await meet(open, hosting, version, { person });
      expect(await client.getPrompt('trip', { by: 'boat' })).toEqual(said('Ada to Bergen by plane'));
      expect(forms.map(({ requestedSchema }) => Object.keys(requestedSchema.properties))).toEqual([
        ['city', 'by'],
        ['name'],
      ]);
    });

    test.each([
      ['no elicitation', {}],
      ['URLs only', { elicitation: { url: {} } }],
    ])('rejects the prompt if the client supports %s', async (_, capabilities) => {
      const { client } = await meet(open, hosting, version, { capabilities });
      expect(await refusal(client.getPrompt('trip', trip))).toEqual(unable(version));
    });

    test.each([{ elicitation: { form: {} } }, { elicitation: { form: {}, url: {} } }])(
      'asks a client with the capabilities %j',
      async (capabilities) => {
        const { client } = await meet(open, hosting, version, {
          capabilities,
          person: () => accept({ name: 'Ada' }),
        });
        expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
      },
    );
  });
}

/** Tests how an adapter asks the user of an official client. */
export function testAskingThePerson(hosts: Hosts): void {
  const open = closables();
  afterEach(() => void jest.useRealTimers());

  describe.each(waysOf(hosts))('RequestContext.ask %s, with the official %s', (...[, version, hosting]) => {
    test('returns the elicited values', async () => {
      const forms: unknown[] = [];
      const person: Person = (form) => {
        forms.push(form);
        return accept({ name: 'Ada' });
      };
      const { client } = await meet(open, hosting, version, { person });
      expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
      const name = { type: 'string', description: expect.stringContaining('Who travels') as unknown, minLength: 2 };
      const requestedSchema = { type: 'object', properties: { name }, required: ['name'] };
      expect(forms).toMatchObject([{ message: 'Who travels?', requestedSchema }]);
    });

    test('asks at most three times if answers break a rule', async () => {
      const answers = [{ name: 'A' }, { name: '' }, { name: 'Ada' }, { name: 'A' }, { name: 'B' }, { name: 'C' }];
      const messages: string[] = [];
      const person: Person = (form) => {
        messages.push((form as { message: string }).message);
        return accept(answers.shift());
      };
      const { client } = await meet(open, hosting, version, { person });
      expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
      expect(messages).toEqual([
        'Who travels?',
        expect.stringMatching(/^Who travels\?\n\nname must be/),
        'Who travels?\n\nname is required',
      ]);
      expect(await refusal(client.getPrompt('trip', trip))).toMatchObject({
        code: -32602,
        message: expect.stringContaining('the answer breaks rules') as unknown,
      });
      expect(messages).toHaveLength(6);
    });

    test('waits for the user longer than renderMs', async () => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
      const person: Person = async () => {
        await jest.advanceTimersByTimeAsync(2_000);
        return accept({ name: 'Ada' });
      };
      const { client } = await meet(open, hosting, version, { person, limits: { renderMs: 1_000 } });
      expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
    });
  });
}
