import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.js';

test('shows the messages and headers of a request, and sends an edited one', async ({ playground, result }) => {
  await playground.go('/tool/find_orders');
  await playground.tab('Protocol').click();
  await expect(result).toHaveText('No requests yet.');
  await playground.field('state').selectOption('open');
  await playground.button('Call').click();
  const request = result.getByRole('region', { name: 'Request' });
  const answer = result.getByRole('region', { name: 'Response' });
  await expect(request).toHaveText(/mcp-name: find_orders[^]*"method": "tools\/call"[^]*"state": "open"/);
  await expect(answer).toHaveText(/HTTP 200 · [^]*content-type: application\/json[^]*"1003"/);
  await playground.expectAccessible('the protocol');
  await result.getByText('Edit and send again').click();
  const params = result.getByLabel('Params of tools/call');
  await params.fill('{ "name": "find_orders",');
  await expect(result.getByRole('alert')).toHaveText('Enter a JSON object.');
  await expect(playground.button('Send again')).toBeDisabled();
  await params.fill('{ "name": "find_orders", "arguments": { "state": "sent" } }');
  await playground.expectAccessible('an edited request');
  await params.press('Control+Enter');
  await expect(request).toHaveText(/"state": "sent"/);
  await expect(answer).toHaveText(/"1001"/);
  await expect(result.getByLabel('Request', { exact: true }).getByRole('option')).toHaveCount(2);
  await playground.tab('Result').click();
  await expect(result).toHaveText(/"1003"/);
});

test('shows the progress of a tool', async ({ playground, result }) => {
  await playground.go('/tool/refund');
  await playground.field('id').fill('1001');
  await playground.button('Call').click();
  await playground.button('Call tool').click();
  await playground.tab('Protocol').click();
  await expect(result).toHaveText(/Notifications[^]*notifications\/progress[^]*"message": "Looking for the order"/);
});

test('shows neither the token, nor headers of the user, nor secrets, and sends them again', async ({
  page,
  playground,
  result,
}) => {
  const caller = JSON.stringify({ headers: 'Authorization: Bearer secret-header' });
  await page.evaluate((kept) => sessionStorage.setItem('cuecard-caller', kept), caller);
  await page.reload();
  await playground.go('/prompt/sign_in');
  await playground.field('user').fill('ann@example.com');
  await playground.field('password').fill('secret-password');
  await playground.tab('Protocol').click();
  await expect(result).toHaveText(/authorization: •••[^]*"password": "•••"/);
  await expectHidden(page);
  await result.getByText('Edit and send again').click();
  const sent = page.waitForRequest('**/mcp');
  await playground.button('Send again').click();
  const request = await sent;
  expect(request.postDataJSON().params.arguments).toEqual({ user: 'ann@example.com', password: 'secret-password' });
  expect(request.headers()['authorization']).toBe('Bearer secret-header');
  await expectHidden(page);
});

test('neither shows nor copies the token with which it calls as another caller', async ({
  page,
  playground,
  result,
}) => {
  await page.evaluate(() => sessionStorage.setItem('cuecard-caller', JSON.stringify({ scopes: ['orders:audit'] })));
  await page.reload();
  await playground.go('/tool/audit_orders');
  await playground.button('Call').click();
  await playground.tab('Protocol').click();
  await expect(result).toHaveText(/authorization: •••[^]*HTTP 200/);
  await expectHidden(page);
  await playground.tab('Result').click();
  await result.getByRole('button', { name: 'curl: curl command' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toMatch(/mcp\?principal=&scopes=orders%3Aaudit'[^]*-H "authorization: \$AUTHORIZATION"/);
});

test('copies the result, a message, a command and a typed call', async ({ page, playground, result }) => {
  await playground.go('/prompt/sign_in');
  await playground.field('user').fill('ann@example.com');
  await playground.field('password').fill("it's");
  await expect(result).toHaveText(/Say hello/);
  const copied = async (name: string) => {
    await result.getByRole('button', { name, exact: true }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied('text: Rendered text')).toMatch(/^user:\nSay hello to <untrusted-/);
  expect(await copied('Copy: Message')).toMatch(/^Say hello to <untrusted-/);
  expect(JSON.parse(await copied('JSON: Result as JSON'))).toMatchObject({ messages: [{ role: 'user' }] });
  expect(await copied('curl: curl command')).toMatch(
    /^curl 'http:\/\/localhost:\d+\/mcp' \\\n {2}-H 'content-type: application\/json' \\[^]*"password":"•••"/,
  );
  expect(await copied('TypeScript: TypeScript call')).toBe(
    "await runtime.prompts.render(sign_in, { user: 'ann@example.com', password: '•••' });",
  );
});

/** Expects that secrets are neither visible nor stored, except where the page keeps its own token and headers. */
async function expectHidden(page: Page): Promise<void> {
  const text = await page.evaluate(() => {
    const fields = Array.from(document.querySelectorAll('textarea'), ({ value }) => value);
    return JSON.stringify([document.body.textContent, fields, localStorage, location.href]);
  });
  const token = await page.evaluate(() => sessionStorage.getItem('cuecard-token'));
  expect(text).not.toMatch(/secret-/);
  expect(text).not.toContain(token);
}
