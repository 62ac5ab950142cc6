// Prints the files of `packages/server/src` and `packages/core/src` whose functions one validated `prompts/get` calls, in
// the order of their first calls: over HTTP (of 2025-11-25, without a session), with `--stdio` over stdio, with `--direct`
// without a server. `npx -y pnpm@10 walk` builds the packages first.
import { register } from 'node:module';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import ts from 'typescript';

/** The published bundles, and the modules that they are made of. */
const BUNDLE = /\/packages\/(core|server)\/dist\/cuecard-\1(?:-(\w+))?\.js$/;
const MODULE = /\/packages\/((?:core|server)\/)build\/(.+)\.js$/;
const WARM_UPS = 10;
/** Until the work after the response has ended. */
const END_MS = 100;

// Node loads these hooks in a thread of their own.
if (isMainThread) {
  register(import.meta.url);
  await printWalk();
}

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  const { url } = await nextResolve(specifier, context);
  const modules = url.replace(BUNDLE, (_bundle, name, entry = 'index') => `/packages/${name}/build/${entry}.js`);
  return { url: modules, shortCircuit: true };
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const [, name, path] = MODULE.exec(url) ?? [];
  return name === undefined ? loaded : { ...loaded, source: reporting(String(loaded.source), `${name}src/${path}.ts`) };
}

/** A module whose functions report their file when they are called. */
function reporting(source, file) {
  const call = `globalThis.called?.(${JSON.stringify(file)})`;
  const inserted = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const [start, end] = [node.body.getStart(), node.body.end];
      if (ts.isBlock(node.body)) inserted.push([start + 1, `${call};`]);
      else inserted.push([start, `(${call}, `], [end, ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  const changed = inserted.toSorted(([one], [other]) => other - one);
  return changed.reduce((text, [at, more]) => text.slice(0, at) + more + text.slice(at), source);
}

async function printWalk() {
  const { values: options } = parseArgs({
    options: {
      stdio: { type: 'boolean', default: false },
      direct: { type: 'boolean', default: false },
    },
  });
  const { Runtime } = await import('@cuecard/core');
  const { classesOf } = await import('./definitions/classes.js');
  const { GET, METHODS } = await import('./definitions/review.js');
  const { kind, params, isRight } = METHODS[GET];
  const runtime = new Runtime({ [kind]: classesOf(kind, params.length) });
  const { request, close } = await open(runtime, options);
  const message = { method: GET, params: params[0] };
  for (let turn = 0; turn < WARM_UPS; turn += 1) await request(message);
  const files = [];
  globalThis.called = (file) => files.push(file);
  const { result } = await request(message);
  await sleep(END_MS);
  globalThis.called = undefined;
  await close();
  if (!isRight(result)) throw new Error(`The answer is wrong: ${JSON.stringify(result)}`);
  console.log(pageOf(titleOf(options), files));
}

function open(runtime, { direct, stdio }) {
  if (direct) return directly(runtime);
  return stdio ? overStdio(runtime) : overHttp(runtime);
}

async function directly(runtime) {
  const request = async ({ method, params }) => ({ result: await runtime.methods.get(method).answer(params) });
  return { request, close: async () => {} };
}

async function overHttp(runtime) {
  const { serveHttp } = await import('@cuecard/server');
  const { identity } = await import('./definitions/review.js');
  const { Connection } = await import('./wire/connection.js');
  const { bytesOf, messageOf } = await import('./wire/requests.js');
  const server = await serveHttp(runtime, { ...identity, port: 0 });
  const port = Number(new URL(server.url).port);
  const connection = await Connection.open(port);
  const request = async (message) => {
    connection.write(bytesOf(port, message));
    return messageOf((await connection.response()).body());
  };
  const close = () => {
    connection.disconnect();
    return server.close();
  };
  return { request, close };
}

async function overStdio(runtime) {
  const { serveStdio } = await import('@cuecard/server');
  const { identity } = await import('./definitions/review.js');
  const { StdioClient } = await import('./wire/stdio-client.js');
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serveStdio(runtime, { ...identity, stdin, stdout });
  const client = await StdioClient.open({ stdin, stdout });
  return { request: async (message) => (await client.exchange(message)).message, close: () => server.close() };
}

function titleOf({ direct, stdio }) {
  if (direct) return 'Without a server';
  return stdio ? 'Over stdio' : 'Over HTTP, 2025-11-25';
}

/** @param files the files of all calls, one after the other */
function pageOf(title, files) {
  const calls = new Map();
  const entries = new Map();
  for (const [at, file] of files.entries()) {
    calls.set(file, (calls.get(file) ?? 0) + 1);
    if (file !== files[at - 1]) entries.set(file, (entries.get(file) ?? 0) + 1);
  }
  const rows = [...entries].map(([file, times], at) => `| ${at + 1} | ${file} | ${calls.get(file)} | ${times - 1} |`);
  const again = [...entries.values()].reduce((sum, times) => sum + times - 1, 0);
  return `## ${title}

${entries.size} files, ${files.length} calls of their functions. Files are entered again ${again} times, after a call of another file.

|  | file | calls | entered again |
| ---: | --- | ---: | ---: |
${rows.join('\n')}
`;
}
