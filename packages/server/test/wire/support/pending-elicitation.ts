import { beforeEach, describe, expect, test } from '@jest/globals';
import { fakeClock } from '../../../../../build/jest/fake-time.ts';
import { type Hosts, waysOf } from './hosts.ts';
import type { User } from './users.ts';
import { accept, log, meet, refusal, required, trip } from './trip.ts';
import { until } from './until.ts';
import { isSelfContained } from './versions.ts';
import { closables } from '../../support/closables.ts';

/** Creates a user who never answers, and a promise that settles when they are asked. */
function silent(): { user: User; asked: Promise<void> } {
  let settle = () => {};
  const asked = new Promise<void>((resolve) => (settle = resolve));
  const user: User = () => {
    settle();
    return new Promise(() => {});
  };
  return { user, asked };
}

/** Tests how each server waits for the user during a request, as up to 2025-11-25. */
export function testPendingElicitation(hosts: Hosts): void {
  const open = closables();
  const clock = fakeClock();
  beforeEach(() => void (log.length = 0));

  // Since 2026-07-28, the server asks the user between two requests.
  const ofSessions = waysOf(hosts).filter(([, version]) => !isSelfContained(version));
  describe.each(ofSessions)('RequestContext.ask %s, with the official %s', (kind, version, hosting) => {
    test('cancels the elicitation after askMs', async () => {
      let [isFirst, withdrawn] = [true, false];
      const user: User = (_, signal) => {
        // The v1 client ignores the cancellation of the first elicitation, because its id is 0.
        if (isFirst) return accept({ name: 'Ada' });
        clock.pass(30_000);
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            withdrawn = true;
            resolve({ action: 'cancel' });
          });
        });
      };
      const { client } = await meet(open, hosting, version, { user, limits: { askMs: 30_000 } });
      await client.getPrompt('trip', trip);
      isFirst = false;
      clock.fakeTimeouts();
      expect(await refusal(client.getPrompt('trip', trip))).toMatchObject({
        code: -32603,
        message: 'Prompt "trip" did not answer within 30000 ms',
      });
      await until(() => withdrawn);
    });

    test('rejects the prompt when the client fails', async () => {
      const user: User = () => {
        throw new Error('The window is broken');
      };
      const { client } = await meet(open, hosting, version, { user });
      expect(await refusal(client.getPrompt('trip', trip))).toEqual(required('the client failed to ask the user'));
      expect(log).toEqual([]);
    });

    test('ends the request when the client disconnects', async () => {
      const { user, asked } = silent();
      const { client, host } = await meet(open, hosting, version, { user });
      const answer = refusal(client.getPrompt('trip', trip));
      await asked;
      await client.close();
      expect(await answer).toMatchObject({ message: expect.any(String) as unknown });
      const before = Date.now();
      await host.close(); // Closes without waiting.
      expect(Date.now() - before).toBeLessThan(1_000);
      expect(log).toEqual([]);
    });

    test('cancels the elicitation when the server closes', async () => {
      const { user, asked } = silent();
      const { client, host } = await meet(open, hosting, version, { user });
      const answer = refusal(client.getPrompt('trip', trip));
      await asked;
      const before = Date.now();
      await host.close();
      expect(Date.now() - before).toBeLessThan(1_000);
      // The server of an SDK closes immediately.
      const lost = expect.objectContaining({ message: 'Connection closed' }) as unknown;
      expect(await answer).toEqual(kind.startsWith('by SDK') ? lost : required('the client failed to ask the user'));
    });
  });
}
