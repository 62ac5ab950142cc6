import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { generateKeyPair, SignJWT } from 'jose';
import { TrialIssuer } from '../dist/access/trial-issuer.js';
import { backOffice } from '../dist/services/back-office.js';
import { Person } from './support/person.ts';
import { open, serve } from './support/served.ts';

beforeAll(() => void jest.spyOn(console, 'warn').mockImplementation(() => {})); // Rejected tokens are logged.
afterAll(() => void jest.restoreAllMocks());

test('the tool for managers does not exist for a clerk and for an unknown role', async () => {
  const { url, tokenOf } = await serve(backOffice);
  for (const role of ['clerk', 'owner']) {
    const person = await Person.withToken(url, await tokenOf('eve', role));
    open.push(person);
    expect(await person.names()).not.toContain('restock');
    const call = person.call('restock', { article: 'mugs, box of 48', quantity: 1 });
    await expect(call).rejects.toThrow('Unknown tool "restock"');
  }
});

test('clients without a valid token are rejected', async () => {
  const { url, issuer } = await serve(backOffice);
  const stranger = await TrialIssuer.open();
  open.push(stranger);
  const { privateKey } = await generateKeyPair('ES256');
  const forged = new SignJWT({ role: 'manager' }).setProtectedHeader({ alg: 'ES256' }).setIssuer(issuer.url);
  const tokens = [
    'not a JWT',
    await issuer.issue('max', { role: 'manager', resource: url, lasts: '-10m' }),
    await issuer.issue('max', { role: 'manager', resource: 'http://127.0.0.1:1/mcp' }),
    await stranger.issue('max', { role: 'manager', resource: url }),
    await forged.setAudience(url).setSubject('max').setExpirationTime('8h').sign(privateKey),
  ];
  for (const token of tokens) await expect(Person.withToken(url, token)).rejects.toThrow(/Unauthorized|401/);
});
