import { type CallOptions, InvalidArgumentsError } from '@cuecard/core';
import type { CallSetup } from '../calls/setup.js';
import { type Outcome, Subject, type Values, type TestableHandler } from '../calls/subject.js';
import { ExpectationError } from '../checks/checks.js';
import { asHost } from '../context/fake-context.js';
import { textsOf, outsideFences } from '../reading/texts.js';
import { toSample, type TextLocation, textLocations, withText, INJECTIONS, type Injection, MARKER } from './sample.js';

/** The options of `expectSafe`. */
export interface SafetySetup extends CallSetup {
  /**
   * Valid arguments as JSON, by their wire names. An injection replaces one string at a time. A string inside an object
   * is replaced only if these arguments contain the object.
   * @default the first of `examples`, or values that the schema accepts
   */
  readonly args?: Values | undefined;
  /**
   * The arguments that may contain instructions to the model, because their authors are trusted.
   * @default none
   */
  readonly trusted?: readonly string[] | undefined;
  /**
   * The injections to try.
   * @default `INJECTIONS`
   */
  readonly injections?: readonly Injection[] | undefined;
}

/**
 * Passes injections to every string argument of a prompt or a tool, one at a time. An injection that the class rejects
 * is safe.
 * @throws {ExpectationError} that names the argument and the injection, if the injection appears outside a fence of
 * `untrusted`, adds invisible characters, reaches a host as a command, or makes the class fail
 * @throws {TypeError} for a resource, because clients treat its contents as data, not as instructions
 */
export async function expectSafe(attacked: TestableHandler, setup: SafetySetup = {}): Promise<void> {
  const { args, trusted = [], injections = INJECTIONS, ...options } = setup;
  const subject = new Subject(attacked, options);
  refuseResource(subject);
  const sample = await acceptedSample(subject, args);
  const locations = textLocations(subject.schema, sample).filter(([argument]) => !trusted.includes(argument));
  for (const location of locations) {
    for (const injection of injections) await attack({ subject, sample, location }, injection, options.context);
  }
}

function refuseResource({ definition: { kind, type } }: Subject): void {
  if (kind.name === 'resource')
    throw new TypeError(
      `${type.name} is a resource, and clients treat its contents as data: test it with fuzzResource()`,
    );
}

interface AttackTarget {
  readonly subject: Subject;
  readonly sample: Values;
  readonly location: TextLocation;
}

async function attack(
  { subject, sample, location }: AttackTarget,
  injection: Injection,
  context: CallOptions = {},
): Promise<void> {
  const { text, host, name } = injection;
  const call = host === undefined ? context : { ...context, client: asHost(host) };
  const breach = findBreach(await subject.call(withText(sample, location, text), call), injection);
  if (breach === undefined) return;
  throw new ExpectationError(
    `${subject.definition.type.name} is not safe: the argument "${location.join('.')}" allows an injection that ${name}. ${breach}.\n\nThe text is ${JSON.stringify(text)}`,
  );
}

function findBreach(outcome: Outcome, injection: Injection): string | undefined {
  if ('refusal' in outcome) return undefined;
  if ('failure' in outcome) return `The call fails with ${String(outcome.failure.cause ?? outcome.failure)}`;
  const breaches = textsOf(outcome.result).map(({ text }) => breachIn(text, injection));
  return breaches.find((breach) => breach !== undefined);
}

/**
 * Returns sample arguments, after verifying that the class accepts them. If the class rejected the sample, no injection
 * would reach the class.
 */
async function acceptedSample(subject: Subject, args: Values | undefined): Promise<Values> {
  const [example] = subject.definition.samples;
  const sample = args ?? example ?? (toSample(subject.schema, subject.schema) as Values);
  const outcome = await subject.call(sample);
  if ('result' in outcome) return sample;
  const reason = 'refusal' in outcome ? outcome.refusal : outcome.failure;
  const remedy = reason instanceof InvalidArgumentsError ? ': pass `args` that it accepts' : '';
  throw new ExpectationError(
    `${subject.definition.type.name} rejects the sample arguments${remedy}. ${reason.message}`,
    {
      cause: reason,
    },
  );
}

/** Invisible characters: format and tag characters, direction marks, and controls other than line breaks and tabs. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Describes how an injection reached the text of the output, or returns `undefined` if the text contains no injection.
 */
function breachIn(output: string, { text, host }: Injection): string | undefined {
  if (host !== undefined) return output.includes(text) ? `The text reaches ${host} unchanged` : undefined;
  if (outsideFences(output).includes(MARKER))
    return 'The text is outside every fence: wrap the argument in untrusted(…)';
  const hidden = text.match(INVISIBLE)?.find((character) => output.includes(character));
  if (hidden === undefined) return undefined;
  return `The output contains the invisible character U+${formatHex(hidden)}: wrap the argument in untrusted(…)`;
}

function formatHex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
