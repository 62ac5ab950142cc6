import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Hosts, waysOf } from './hosts.ts';
import type { User } from './users.ts';
import { accept, meet, refusal, said, trip } from './trip.ts';
import { closables } from '../../support/closables.ts';

/** Tests how each server asks the user of an official client. */
export function testElicitation(hosts: Hosts): void {
  const open = closables();
  afterEach(() => void jest.useRealTimers());

  describe.each(waysOf(hosts))('RequestContext.ask %s, with the official %s', (...[, version, hosting]) => {
    test('returns the elicited values', async () => {
      const forms: unknown[] = [];
      const user: User = (form) => {
        forms.push(form);
        return accept({ name: 'Ada' });
      };
      const { client } = await meet(open, hosting, version, { user });
      expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
      const name = { type: 'string', description: expect.stringContaining('Who travels') as unknown, minLength: 2 };
      const requestedSchema = { type: 'object', properties: { name }, required: ['name'] };
      expect(forms).toMatchObject([{ message: 'Who travels?', requestedSchema }]);
    });

    test('asks at most three times if answers break a rule', async () => {
      const answers = [{ name: 'A' }, { name: '' }, { name: 'Ada' }, { name: 'A' }, { name: 'B' }, { name: 'C' }];
      const messages: string[] = [];
      const user: User = (form) => {
        messages.push((form as { message: string }).message);
        return accept(answers.shift());
      };
      const { client } = await meet(open, hosting, version, { user });
      expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
      expect(messages).toEqual([
        'Who travels?',
        expect.stringMatching(/^Who travels\?\n\nname must be/),
        'Who travels?\n\nname is required',
      ]);
      expect(await refusal(client.getPrompt('trip', trip))).toMatchObject({
        code: -32602,
        message: expect.stringContaining('the submitted values are invalid') as unknown,
      });
      expect(messages).toHaveLength(6);
    });

    test('waits for the user longer than renderMs', async () => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
      const user: User = async () => {
        await jest.advanceTimersByTimeAsync(2_000);
        return accept({ name: 'Ada' });
      };
      const { client } = await meet(open, hosting, version, { user, limits: { renderMs: 1_000 } });
      expect(await client.getPrompt('trip', trip)).toEqual(said('Ada to Oslo by train'));
    });
  });
}
