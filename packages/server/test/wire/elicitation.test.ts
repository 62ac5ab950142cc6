import { getEventListeners } from 'node:events';
import { definePrompt, Runtime } from '@cuecard/core';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { runs } from '../../../../build/jest/runs.ts';
import { testElicitation } from './support/elicitation.ts';
import { hosts, waysOf } from './support/hosts.ts';
import { testPendingElicitation } from './support/pending-elicitation.ts';
import type { User } from './support/users.ts';
import {
  accept,
  log,
  logger,
  meet,
  refusal,
  required,
  said,
  Traveller,
  travels,
  trip,
  unable,
} from './support/trip.ts';
import { everyVersion } from './support/versions.ts';
import { closables } from '../support/closables.ts';

const open = closables();
testElicitation(hosts);
testPendingElicitation(hosts);
beforeEach(() => void (log.length = 0));

describe('RequestContext.ask', () => {
  test('asks each of many concurrent users their own question', async () => {
    const host = await hosts['over HTTP with auto'](travels());
    open.push(host);
    const clients = await Promise.all(
      Array.from({ length: runs(200) }, (_, index) =>
        host.meet(everyVersion[index % everyVersion.length] ?? 'v1 client', {
          user: () => accept({ name: `User ${index}` }),
        }),
      ),
    );
    open.push(...clients);
    const cities = ['Oslo', 'Rome', 'Lima'];
    const answers = await Promise.all(
      clients.flatMap((client) => cities.map((city) => client.getPrompt('trip', { city }))),
    );
    expect(answers).toEqual(
      clients.flatMap((_, index) => cities.map((city) => said(`User ${index} to ${city} by train`))),
    );
  });

  test('removes its abort listeners after an elicitation', async () => {
    const listeners: number[] = [];
    const ask = definePrompt({
      name: 'ask',
      render: async (_, context) => {
        for (let count = 0; count < 3; count += 1) {
          await context.ask(Traveller, 'Who?');
          listeners.push(getEventListeners(context.signal, 'abort').length);
        }
        return 'done';
      },
    });
    const host = await hosts['over HTTP with auto'](new Runtime({ prompts: [ask], logger }));
    open.push(host);
    const client = await host.meet('v1 client', { user: () => accept({ name: 'Ada' }) });
    open.push(client);
    expect(await client.getPrompt('ask')).toEqual(said('done'));
    expect(listeners).toEqual([0, 0, 0]);
  });
});

describe.each(waysOf({ 'over stdio': hosts['over stdio'] }))(
  'RequestContext.ask %s, with the official %s',
  (...[, version, hosting]) => {
    test.each(['decline', 'cancel'] as const)(
      'rejects the prompt with the missing argument after %s',
      async (action) => {
        const { client } = await meet(open, hosting, version, { user: () => ({ action }) });
        const reason = action === 'decline' ? 'the user declined to give it' : 'the user closed the form';
        expect(await refusal(client.getPrompt('trip', trip))).toEqual(required(reason));
        expect(log).toEqual([]);
      },
    );

    test('asks for missing and invalid arguments', async () => {
      const answers = [{ city: 'Bergen', by: 'plane' }, { name: 'Ada' }];
      const forms: { requestedSchema: { properties: object } }[] = [];
      const user: User = (form) => {
        forms.push(form as (typeof forms)[0]);
        return accept(answers.shift());
      };
      const { client } = await meet(open, hosting, version, { user });
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
          user: () => accept({ name: 'Ada' }),
        });
        expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
      },
    );
  },
);
