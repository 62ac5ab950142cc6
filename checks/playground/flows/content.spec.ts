import { expect, test } from '../fixtures.js';

test('shows every kind of content, also as the model reads it', async ({ page, playground, result }) => {
  await playground.go('/prompt/everything');
  await expect(result).toHaveText(/6 messages/);
  await expect(result.getByRole('img', { name: 'What the model sees' })).toBeVisible();
  await expect(result.locator('audio')).toHaveCount(1);
  await expect(result.locator('table')).toHaveCount(2);
  await expect(result.locator('.fence')).toHaveText('untrustedhello');
  const link = result.getByRole('link', { name: 'link', exact: true });
  await expect(link).toHaveAttribute('href', 'https://example.com/docs');
  await result.getByRole('button', { name: 'Read resource' }).click();
  await expect(result).toHaveText(/"total": 48\.5/);
  await playground.expectAccessible('all kinds of content');
  for (const name of ['image.bmp', 'audio.wav']) {
    const saved = page.waitForEvent('download');
    await result.locator(`a[download="${name}"]`).click();
    expect((await saved).suggestedFilename()).toBe(name);
  }
  await page.getByRole('switch', { name: 'Raw text' }).click();
  await expect(result).toHaveText(/# A heading[^]*\*\*bold\*\*[^]*<untrusted-[0-9a-f]+ note/);
});

test('names the type of content that it cannot show', async ({ page, playground, result }) => {
  await page.route('**/mcp', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.result.messages[0].content = { type: 'hologram', data: 'AAAA' };
    await route.fulfill({ response, json });
  });
  await playground.go('/prompt/everything');
  await expect(result).toHaveText(/Unknown content type “hologram”[^]*"data": "AAAA"/);
});

test('calls a read-only tool at once, and asks once before it calls another', async ({ page, playground, result }) => {
  await playground.go('/tool/find_orders');
  await expect(result).toHaveText(/Choose Call/);
  await playground.field('state').selectOption('open');
  await playground.button('Call').click();
  await expect(result).toHaveText(/Structured content[^]*"1003"/);
  await playground.go('/tool/create_order');
  await playground.button('Call').click();
  await expect(result).toHaveText(/Fill in product, then choose Call/);
  await expect(playground.field('product')).toBeFocused();
  await playground.field('product').fill('KEEL-7');
  await playground.button('Call').click();
  await expect(playground.button('Call tool')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveText(/may change data[^]*"product": "KEEL-7"/);
  await playground.expectAccessible('a confirmation');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(result).toHaveText(/Choose Call/);
  await playground.field('extra').fill('{ broken');
  await playground.button('Call').click();
  await expect(result).toHaveText(/Correct extra in the form/);
  await playground.field('extra').fill('{ "fragile": true }');
  await playground.button('Call').click();
  await playground.button('Call tool').click();
  await expect(result).toHaveText(/"id": "1004"/);
  await playground.expectAccessible('a tool');
  await playground.field('quantity').fill('2');
  await playground.button('Call').click();
  await expect(result).toHaveText(/"total": 38/);
});

test('shows invalid arguments and errors of a tool', async ({ playground, result }) => {
  await playground.go(`/tool/create_order?values=${encodeURIComponent('{"product":"A","quantity":"400"}')}`);
  await playground.button('Call').click();
  await playground.button('Call tool').click();
  await expect(result).toHaveText(/rejected quantity/);
  await playground.go('/tool/delete_order');
  await playground.field('id').fill('9');
  await playground.button('Call').click();
  await playground.button('Call tool').click();
  await expect(result).toHaveText(/There is no order 9/);
});

test('reads resources, and fills in their variables', async ({ page, playground, result }) => {
  await playground.go('/resource/house_rules');
  await expect(result).toHaveText(/guide:\/\/house[^]*Return early/);
  await playground.go('/resource/order');
  await playground.field('id').focus();
  await page.getByRole('option', { name: '1003' }).click();
  await expect(result).toHaveText(/orders:\/\/1003[^]*"total": 230\.25/);
  await playground.field('id').fill('7');
  await expect(result).toHaveText(/No resource at "orders:\/\/7"[^]*Below is the last successful result/);
  await playground.go('/resource/picture');
  await expect(result.getByRole('img')).toBeVisible();
});

test('shows a form for an elicitation, and renders with its values', async ({ page, playground, result }) => {
  await playground.go('/prompt/letter');
  await playground.button('Fill in the example').click();
  const form = page.getByRole('form', { name: 'Whom is the letter to?' });
  await expect(result).toHaveText(/needs your input/);
  await expect(form).toHaveCount(0);
  await playground.button('Render').click();
  await form.getByRole('button', { name: 'Decline' }).click();
  await expect(result).toHaveText(/needs more input/);
  await playground.button('Answer again').click();
  await form.getByLabel('Name').fill('Ann');
  await playground.expectAccessible('a question');
  await form.getByLabel('Tone').selectOption('warm');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(result).toHaveText(/Write a warm letter to[^]*Ann[^]*open invoice/);
  await playground.field('about').fill('the harbour');
  await expect(result).toHaveText(/Ann[^]*the harbour/);
  await playground.button('Answer again').click();
  await form.getByRole('button', { name: 'Decline' }).click();
  await expect(result).toHaveText(/needs more input/);
});

test('asks the user again for each call of a tool', async ({ page, playground, result }) => {
  let calls = 0;
  page.on('request', (request) => (calls += Number(request.postData()?.includes('"tools/call"') ?? false)));
  const form = page.getByRole('form', { name: 'Why is it paid back?' });
  await playground.go('/tool/refund');
  await playground.field('id').fill('1001');
  for (const reason of ['late', 'broken']) {
    await playground.button('Call').click();
    if (reason === 'late') await playground.button('Call tool').click();
    await form.getByLabel('Reason').fill(reason);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(result).toContainText(`Order 1001 is paid back: ${reason}`);
  }
  expect(calls, 'a call and its answer, twice').toBe(4);
});

test('keeps the last result while the connection fails, and recovers', async ({ page, playground, result }) => {
  await playground.go('/prompt/explain_error');
  await playground.field('trace').fill('before');
  await expect(result).toHaveText(/before/);
  await page.route('**/mcp', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"jsonrpc":"2.0","id"' }),
  );
  await playground.field('trace').fill('cut off');
  await expect(result).toHaveText(/without an MCP message[^]*last successful result[^]*before/);
  await page.unroute('**/mcp');
  await page.route('**/mcp', (route) => route.abort());
  await playground.field('trace').fill('gone');
  await expect(result).toHaveText(/does not answer[^]*last successful result[^]*before/);
  await page.unroute('**/mcp');
  await playground.field('trace').fill('after');
  await expect(result).toHaveText(/after/);
  await playground.expectAccessible('a lost connection');
});
