import { describe, expect, test } from '@jest/globals';
import { testElicitation } from '../../server/test/wire/support/elicitation.ts';
import { testPendingElicitation } from '../../server/test/wire/support/pending-elicitation.ts';
import { accept, refusal, required, travels, trip } from '../../server/test/wire/support/trip.ts';
import { officialClients, type User } from '../../server/test/wire/support/users.ts';
import { hosts } from './support/hosts.ts';
import { boundServer, sdks } from './support/sdks.ts';

testElicitation(hosts);
testPendingElicitation(hosts);

describe.each(sdks)('bindRuntime with SDK %s and without elicitation', (_version, sdk) => {
  test('rejects a request that needs user input up to 2025-11-25', async () => {
    const [near, far] = sdk.InMemoryTransport.createLinkedPair();
    const server = boundServer(sdk, travels(), { elicitation: false });
    await server.connect(far);
    const asked: unknown[] = [];
    const user: User = (form) => {
      asked.push(form);
      return accept({ name: 'Ada' });
    };
    const client = await officialClients['v1 client'].meet(near as never, { user });
    expect(await refusal(client.getPrompt('trip', trip))).toEqual(required('this client does not support elicitation'));
    expect(asked).toEqual([]);
    await server.close();
  });
});
