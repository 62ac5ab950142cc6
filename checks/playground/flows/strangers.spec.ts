import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../fixtures.js';

test('is closed to other origins, even with the token, and cannot be framed', async ({ context, stage }) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Stranger</title>');
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const stranger = await context.newPage();
  await stranger.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  const [, token] = stage.url.split('#token=');
  const outcomes = await stranger.evaluate(callProject, { url: `${stage.origin}/-/project`, token });
  expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
  expect(await stranger.evaluate(titleInFrame, stage.url)).toBe('no document');
  server.close();
});

test('blocks HTML, inline scripts, eval and other servers', async ({ faults, page, playground, result, stage }) => {
  await playground.go('/prompt/everything');
  await expect(result).toHaveText(/6 messages/);
  expect(await page.evaluate(intrude)).toEqual({
    html: 'TypeError',
    write: 'TypeError',
    code: 'EvalError',
    fetched: 'TypeError',
    isHarmed: false,
  });
  const violations = /TrustedHTML[^]*TrustedHTML[^]*TrustedScript[^]*connect-src[^]*This script element/;
  await expect.poll(() => faults.join('\n')).toMatch(violations);
  await expect(page).toHaveURL((url) => url.origin === stage.origin);
  faults.length = 0;
});

test('asks for the token if it has none', async ({ main, page, stage }) => {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${stage.origin}/#/prompt/everything`);
  await page.reload();
  await expect(main).toHaveText(/needs a token/);
});

/** Calls the server without and with the token, and returns the responses or the errors. */
function callProject({ url, token }: { url: string; token: string | undefined }): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const calls = [{}, { headers }, { mode: 'no-cors' }, { method: 'POST', headers: json, body: '{}' }] as const;
  return Promise.all(
    calls.map((init) =>
      fetch(url, init).then(
        (response) => response.text(),
        ({ name }) => name,
      ),
    ),
  );
}

async function titleInFrame(url: string): Promise<string> {
  const element = document.createElement('iframe');
  element.src = url;
  document.body.append(element);
  await new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  return element.contentDocument?.title ?? 'no document';
}

async function intrude() {
  const outcome = async (act: () => unknown) => {
    try {
      await new Promise((resolve) => setTimeout(resolve)); // The debugger's own evaluation has more rights.
      await act();
      return 'it works';
    } catch (error) {
      return error instanceof Error ? error.name : String(error);
    }
  };
  const outcomes = {
    html: await outcome(() => (document.createElement('p').innerHTML = '<img src=x onerror="harmed = true">')),
    write: await outcome(() => document.write('<script>harmed = true</script>')),
    // oxlint-disable-next-line no-eval -- It must not work.
    code: await outcome(() => globalThis.eval('harmed = true')),
    fetched: await outcome(() => fetch('https://example.com/')),
  };
  const script = document.createElement('script');
  script.append('harmed = true');
  document.head.append(script);
  return { ...outcomes, isHarmed: 'harmed' in globalThis };
}
