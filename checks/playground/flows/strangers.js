import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @type {readonly import('../check.js').Flow[]} */
export const STRANGERS = [
  {
    title: 'a page of another origin learns nothing, not even with the token, and cannot frame the page',
    async run(visit) {
      const { stage } = visit;
      const { page, close } = await strangerTo(visit);
      const { origin, url } = stage;
      const [, token] = url.split('#token=');
      const answers = await page.evaluate(askAll, { origin, token });
      assert.deepEqual(answers, {
        bare: 'TypeError',
        withToken: 'TypeError',
        opaque: 'TypeError',
        posted: 'TypeError',
      });
      const framed = await page.evaluate(frame, url);
      assert.equal(framed, 'nothing');
      await close();
    },
  },
  {
    title: 'what gets into the page cannot run: no HTML, no inline script, no eval, no other server',
    async run(visit) {
      const { page, faults, stage } = visit;
      await visit.go('/prompt/everything');
      await visit.reads(visit.result, /6 messages/);
      const { origin } = stage;
      const told = await page.evaluate(intrude);
      assert.deepEqual(told, {
        html: 'TypeError',
        write: 'TypeError',
        code: 'EvalError',
        fetched: 'TypeError',
        harmed: false,
      });
      await new Promise((resolve) => setTimeout(resolve, 500)); // Reports come a moment later.
      const violations = faults.splice(0).filter((fault) => !fault.includes('asks another origin'));
      assert.ok(violations.length >= 4, `only ${violations.length} violations were reported`);
      assert.equal(new URL(page.url()).origin, origin);
    },
  },
];

/**
 * A page of a server at another port, in the same browser.
 * @param {import('../visit.js').Visit} visit
 */
async function strangerTo(visit) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Stranger</title>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const page = await visit.page.context().newPage();
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  await page.goto(`http://localhost:${address.port}/`).catch(() => page.goto(`http://127.0.0.1:${address.port}/`));
  return {
    page,
    close: async () => {
      await page.close();
      server.close();
    },
  };
}

/** @param {{ origin: string, token: string | undefined }} asked */
async function askAll({ origin, token }) {
  const outcome = async (/** @type {RequestInit} */ init) => {
    try {
      const response = await fetch(`${origin}/-/project`, init);
      return response.status === 0 ? 'opaque' : await response.text();
    } catch (error) {
      return /** @type {Error} */ (error).name;
    }
  };
  const headers = { authorization: `Bearer ${token}` };
  return {
    bare: await outcome({}),
    withToken: await outcome({ headers }),
    opaque: await outcome({ mode: 'no-cors' }),
    posted: await outcome({ method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }),
  };
}

/** @param {string} url */
async function frame(url) {
  const element = document.createElement('iframe');
  element.src = url;
  document.body.append(element);
  await new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  try {
    return element.contentDocument === null ? 'nothing' : element.contentDocument.title;
  } catch {
    return 'nothing';
  }
}

async function intrude() {
  const nameOf = async (/** @type {() => unknown} */ act) => {
    try {
      await new Promise((resolve) => setTimeout(resolve)); // What the debugger evaluates may do more.
      await act();
      return 'it works';
    } catch (error) {
      return /** @type {Error} */ (error).name;
    }
  };
  const script = document.createElement('script');
  const told = {
    html: await nameOf(() => (document.createElement('p').innerHTML = '<img src=x onerror="harmed = true">')),
    write: await nameOf(() => document.write('<script>harmed = true</script>')),
    // oxlint-disable-next-line no-eval -- It must not work.
    code: await nameOf(() => globalThis.eval('harmed = true')),
    fetched: await nameOf(() => fetch('https://example.com/')),
  };
  script.append('harmed = true');
  document.head.append(script);
  return { ...told, harmed: 'harmed' in globalThis };
}
