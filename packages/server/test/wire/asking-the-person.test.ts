import { getEventListeners } from 'node:events';
import { definePrompt, Runtime } from '@cuecard/core';
import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { runs } from '../../../../test/support/runs.ts';
import { testAskingByHand } from './support/asking-by-hand-behaviour.ts';
import { testAskingInRequests } from './support/asking-in-requests-behaviour.ts';
import { testAskingThePerson, testElicitedForms } from './support/asking-the-person-behaviour.ts';
import { hostsOf } from './support/meeting.ts';
import { accept, logger, said, Traveller, travels } from './support/trip.ts';
import { everyVersion } from './support/versions.ts';
import { closables } from '../support/closables.ts';

const open = closables();
const hosts = hostsOf({ serveHttp, serveStdio });
testElicitedForms({ 'over stdio': hosts['over stdio'] });
testAskingThePerson(hosts);
testAskingInRequests(hosts);
testAskingByHand({ createHandler, serveHttp });

describe('RequestContext.ask', () => {
  test('asks each of many concurrent users their own question', async () => {
    const host = await hosts['over HTTP with auto'](travels());
    open.push(host);
    const clients = await Promise.all(
      Array.from({ length: runs(200) }, (_, index) =>
        host.meet(everyVersion[index % everyVersion.length] ?? 'v1 client', {
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
    const client = await host.meet('v1 client', { person: () => accept({ name: 'Ada' }) });
    open.push(client);
    expect(await client.getPrompt('ask')).toEqual(said('done'));
    expect(listeners).toEqual([0, 0, 0]);
  });
});
