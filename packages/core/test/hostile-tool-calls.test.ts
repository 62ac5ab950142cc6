import { expect, test } from '@jest/globals';
import { type CallToolResult, DefinitionError, RequestError, Runtime, Tool } from '@cuecard/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { REFUSAL, resultSchema } from './support/answer-schemas.ts';
import { hostileJson } from './support/hostile-json.ts';
import { type Blueprint, blueprint, classOf, FAILED, fittingJson } from './support/random-classes.ts';
import { runs } from '../../../build/jest/runs.ts';

const CALLS = runs(20_000);
const CALLS_A_CLASS = 100;
const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

const ajv = new Ajv2020();
const isResult = new Map(REVISIONS.map((revision) => [revision, ajv.compile(resultSchema(revision))]));
const isRefusal = ajv.compile(REFUSAL);

/** Whether a log entry reports a rule of a random class that throws. */
function isOwn(line: unknown, cause: unknown): boolean {
  return String(line).startsWith('Tool "echo" failed while its arguments were validated ') && cause === FAILED;
}

/** A tool with arguments of a random class; `undefined` for a class that is rejected at start-up. */
function echoing(print: Blueprint, coerce: boolean, log: (line: unknown, cause: unknown) => void): Runtime | undefined {
  const args = classOf(print);
  @Tool({ name: 'echo', args, coerce })
  class Echo {
    call = (received: object) => {
      expect(received).toBeInstanceOf(args);
      return 'done';
    };
  }
  try {
    return new Runtime({ tools: [Echo], logger: { error: log, warn: () => {} } });
  } catch (error) {
    if (error instanceof DefinitionError) return undefined;
    throw error;
  }
}

type Answer = { readonly result: CallToolResult } | { readonly error: object };

async function answerOf({ tools }: Runtime, json: unknown, revision: string): Promise<Answer> {
  const call = { client: { revision, capabilities: {} } };
  try {
    const result = await tools.call({ name: 'echo', arguments: json as Record<string, unknown> }, call);
    return { result: JSON.parse(JSON.stringify(result)) as CallToolResult };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, message, data } = error;
    return { error: JSON.parse(JSON.stringify({ code, message, data })) as object };
  }
}

/** Whether a response is valid. Invalid arguments are a result since revision 2025-11-25, if they are an object. */
function isRight(answer: Answer, json: unknown, revision: string): boolean {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  if ('error' in answer) return (revision < '2025-11-25' || !isObject) && isRefusal(answer.error);
  return isResult.get(revision)?.(answer.result) === true;
}

test('Runtime.tools.call returns a valid response for any schema, call and revision', async () => {
  const logged: unknown[] = [];
  const counts = { called: 0, refused: 0, failed: 0, faulty: 0 };
  const calls = (print: Blueprint) => {
    const text = fc.oneof({ weight: 1, arbitrary: hostileJson }, { weight: 2, arbitrary: fittingJson(print) });
    const call = fc.tuple(text, fc.constantFrom(...REVISIONS));
    return fc.array(call, { minLength: CALLS_A_CLASS, maxLength: CALLS_A_CLASS, size: 'max' });
  };
  const served = fc.tuple(blueprint, fc.boolean()).chain(([print, coerce]) => {
    const log = (line: unknown, cause: unknown) => void (isOwn(line, cause) || logged.push([line, cause]));
    const runtime = echoing(print, coerce, log);
    if (runtime === undefined) counts.faulty += 1;
    return fc.tuple(fc.constant(runtime), runtime === undefined ? fc.constant([]) : calls(print));
  });
  const property = fc.asyncProperty(served, async ([runtime, requests]) => {
    for (const [text, revision] of requests) {
      const json: unknown = JSON.parse(text);
      const answer = await answerOf(runtime as Runtime, json, revision);
      if (!isRight(answer, json, revision))
        throw new Error(`${revision}: ${text} is answered by ${JSON.stringify(answer)}`);
      const content = 'result' in answer ? JSON.stringify(answer.result.content) : '';
      if (content.includes('"done"')) counts.called += 1;
      else if (content.includes('Internal error')) counts.failed += 1;
      else counts.refused += 1;
    }
  });
  // The runtime does not call faulty classes.
  const numRuns = Math.ceil(CALLS / CALLS_A_CLASS);
  while (counts.called + counts.refused + counts.failed < CALLS) await fc.assert(property, { numRuns });
  expect(logged).toEqual([]);
  expect(({} as { a?: unknown }).a).toBeUndefined();
  expect(Math.min(counts.called, counts.refused)).toBeGreaterThan(CALLS / 100);
});
