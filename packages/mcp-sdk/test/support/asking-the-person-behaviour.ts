import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Meetings, waysOf } from './meeting.ts';
import type { Person } from './people.ts';
import { accept, log, meet, refusal, required, said, travels, trip, unable } from './trip.ts';
import { closables } from '../../../transports/test/support/closables.ts';

/** Tests how an adapter asks the person at an official client. */
export function testAskingThePerson(meetings: Meetings): void {
  const { hosts, versions } = meetings;
  const open = closables();
  beforeEach(() => void (log.length = 0));

  describe.each(waysOf(meetings))('%s, the person at the official %s', (...[, version, hosting]) => {
    test('is asked, and the prompt goes on with what they say', async () => {
      const asked: unknown[] = [];
      const person: Person = (form) => {
        asked.push(form);
        return accept({ name: 'Ada' });
      };
      const { client } = await meet(open, hosting, version, { person });
      expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
      const name = { type: 'string', description: expect.stringContaining('Who travels') as unknown, minLength: 2 };
      const requestedSchema = { type: 'object', properties: { name }, required: ['name'] };
      expect(asked).toMatchObject([{ message: 'Who travels?', requestedSchema }]);
    });

    test.each(['decline', 'cancel'] as const)('may %s, and the prompt says what is missing', async (action) => {
      const { client } = await meet(open, hosting, version, { person: () => ({ action }) });
      const reason = action === 'decline' ? 'it was declined' : 'it was dismissed';
      expect(await refusal(client.getPrompt('trip', trip))).toEqual(required(reason));
      expect(log).toEqual([]);
    });

    test('is asked again when the answer breaks a rule, three times at most', async () => {
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

    test('is asked for arguments that are missing or wrong', async () => {
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

    test('may take longer than the prompt', async () => {
      const person: Person = async () => {
        await sleep(150);
        return accept({ name: 'Ada' });
      };
      const { client } = await meet(open, hosting, version, { person, limits: { renderMs: 100 } });
      expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
    });

    test.each([
      ['has not said that it shows forms', {}],
      ['shows pages only', { elicitation: { url: {} } }],
    ])('is not asked where the client %s', async (_, capabilities) => {
      const { client } = await meet(open, hosting, version, { capabilities });
      expect(await refusal(client.getPrompt('trip', trip))).toEqual(unable(version));
    });

    test.each([{ elicitation: { form: {} } }, { elicitation: { form: {}, url: {} } }])(
      'is asked where the client says %j',
      async (capabilities) => {
        const { client } = await meet(open, hosting, version, { capabilities, person: () => accept({ name: 'Ada' }) });
        expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
      },
    );
  });

  test('each of many people is asked their own question', async () => {
    const host = await hosts['over HTTP with auto'](travels());
    open.push(host);
    const clients = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        host.meet(versions[index % versions.length] ?? 'v1 client', {
          person: () => accept({ name: `Person ${index}` }),
        }),
      ),
    );
    open.push(...clients);
    const cities = ['Oslo', 'Rome', 'Lima'];
    const answers = await Promise.all(
      clients.flatMap((client) => cities.map((city) => client.getPrompt('trip', { city }))),
    );
    expect(answers).toEqual(
      clients.flatMap((_, index) => cities.map((city) => said(`Person ${index} to ${city} by train`))),
    );
  });
}
