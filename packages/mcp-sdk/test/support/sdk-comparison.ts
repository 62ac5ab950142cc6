import { isDeepStrictEqual } from 'node:util';
import type { Runtime } from '@cuecard/core';
import { runs } from '../../../../build/jest/runs.ts';
import { messageOf } from '../../../server/test/wire/support/modern.ts';
import type { Json } from '../../../server/test/wire/support/raw.ts';
import { asking, runtimes } from './compared-runtimes.ts';
import { selfContained, senders } from './corpus.ts';
import { type Difference, isKnown } from './known-differences.ts';
import { connectHandler, connectLines, overHttp, overStdio, type Server } from './servers.ts';

/** The number of requests, and the differences that the specification does not explain. */
interface Comparison {
  readonly requests: number;
  readonly found: readonly Difference[];
}

/** A release sends every request. Other runs send a twentieth of them. */
const STEP = Math.max(1, Math.round(20 / runs(20)));

/** Returns some of the requests. Senders skip different ones, so that together they send each request. */
function someOf<T>(all: readonly T[], sender = 0): readonly T[] {
  return all.filter((_, index) => (index + sender) % STEP === 0);
}

type Connect = (name: 'ours' | 'v1' | 'v2', runtime: Runtime, revision: string | undefined) => Promise<Server> | Server;

/** Connects clients of every revision. */
const transports = {
  stdio: (name, runtime, revision) => connectLines(overStdio[name], runtime, revision),
  HTTP: (name, runtime, revision) => connectHandler(overHttp[name === 'v1' ? 'v2' : name](runtime), revision),
} satisfies Record<string, Connect>;

/** Compares our server with that of an SDK for requests of every revision up to 2025-11-25. */
export async function compare(
  sdk: 'v1' | 'v2',
  transport: keyof typeof transports,
  only?: { readonly prompts: (line: string) => boolean },
): Promise<Comparison> {
  const all = senders.map(({ revision, lines }, index) => {
    return { revision, lines: someOf(only ? lines.filter((line) => only.prompts(`${line}`)) : lines, index) };
  });
  const found: Difference[] = [];
  for (const { revision, lines } of all) {
    const runtime = runtimes[only ? 'prompts' : 'prompts, tools and resources'];
    const connect = transports[transport];
    found.push(
      ...(await differences(lines, await connect('ours', runtime, revision), await connect(sdk, runtime, revision))),
    );
  }
  return { requests: all.flatMap(({ lines }) => lines).length, found };
}

/** Compares our server with that of SDK v2 for requests of 2026-07-28. */
export async function compareSelfContained(transport: keyof typeof transports): Promise<Comparison> {
  const lines = selfContained.map((asked) => Buffer.from(JSON.stringify(messageOf(asked, '{id}'))));
  const runtime = runtimes['prompts, tools and resources'];
  const connect = transports[transport];
  const servers = [await connect('ours', runtime, '2026-07-28'), await connect('v2', runtime, '2026-07-28')] as const;
  return { requests: lines.length, found: await differences(lines, ...servers) };
}

/** Sends one request at a time, because the SDKs confuse duplicate ids. Closes the servers afterwards. */
async function differences(lines: readonly Buffer[], ours: Server, sdks: Server): Promise<Difference[]> {
  asking.clear();
  const found: Difference[] = [];
  for (const [index, template] of lines.entries()) {
    const line = Buffer.from(template.toString('latin1').replaceAll('{id}', `${1_000 + index}`), 'latin1');
    const [one, other] = (await Promise.all([ours.send(line), sdks.send(line)])).map(comparable);
    const difference = {
      line: `${line}`,
      ours: `${JSON.stringify(one)}`,
      sdks: `${JSON.stringify(other)}`,
    };
    if (!isDeepStrictEqual(one, other) && !isKnown(difference))
      found.push({ ...difference, line: difference.line.slice(0, 300) });
  }
  await Promise.all([ours.close(), sdks.close()]);
  return found;
}

/** Replaces random parts of a response. */
function comparable(answer: Json): Json {
  if (answer === undefined) return undefined;
  const text = JSON.stringify(answer)
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '{uuid}')
    .replaceAll(/"requestState":"[^"]*"/g, '"requestState":"{signed}"');
  return JSON.parse(text) as Json;
}
