import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { ArgumentType, TypedArgument } from '../arguments/argument-type.js';
import type { Monitor } from '../logging/monitor.js';
import { NestedType, ListType } from '../arguments/object-types.js';
import { isFullResult, messagesIn, OutputFault } from './output-parts.js';
import type { PromptMessage } from '../protocol.js';
import { sectionOf } from '../troubleshooting.js';

/** The reaction to a message template that interpolates an argument which is neither `untrusted` nor `trusted`. */
export type InterpolationRule = 'warn' | 'strict' | 'off';

// Not enumerable, so that JSON, copies and comparisons do not show it. A WeakMap would also work, but makes
// `prompts/get` with a template half as slow again; the property, a sixth.
const INTERPOLATED = Symbol('interpolated');

interface TemplateMessage {
  readonly [INTERPOLATED]?: readonly string[];
}

/** Records the strings that the template of a message interpolated unmarked. */
export function recordInterpolated(message: PromptMessage, strings: readonly string[]): void {
  Object.defineProperty(message, INTERPOLATED, { value: strings });
}

interface RenderContext {
  readonly prompt: string;
  readonly plan: ArgumentPlan;
  readonly args: object;
}

/** Finds arguments that messages interpolate without `untrusted` or `trusted`. */
export class InterpolationCheck {
  readonly #rule: InterpolationRule;
  readonly #monitor: Pick<Monitor, 'warnOnce'>;

  constructor(rule: InterpolationRule, monitor: Pick<Monitor, 'warnOnce'>) {
    this.#rule = rule;
    this.#monitor = monitor;
  }

  /** @throws {OutputFault} in strict mode, if it finds one */
  check(output: unknown, { prompt, plan, args }: RenderContext): void {
    if (this.#rule === 'off') return;
    for (const message of messagesIn(isFullResult(output) ? output.messages : output)) {
      const strings = (message as TemplateMessage)[INTERPOLATED]; // Also `undefined` for a string.
      if (strings === undefined) continue;
      for (const argument of interpolatedArguments(plan, args, new Set(strings.map((text) => text.trim())))) {
        this.#report(prompt, argument);
      }
    }
  }

  #report(prompt: string, argument: string): void {
    const remedy = 'Wrap it in untrusted(…), or in trusted(…) if that is intended';
    const problem = `interpolates the argument "${argument}" unmarked. ${remedy}. See ${sectionOf('argument-unmarked')}`;
    if (this.#rule === 'strict') throw new OutputFault(problem);
    this.#monitor.warnOnce(`Prompt "${prompt}" ${problem}`);
  }
}

/** The free-text arguments that contain one of the strings. */
function interpolatedArguments(
  { arguments: args }: ArgumentPlan,
  values: object,
  strings: ReadonlySet<string>,
): string[] {
  const search: Search = { strings, seen: new Set() };
  return args.filter((arg) => argumentContainsAny(arg, values, search)).map(({ property }) => property);
}

interface Search {
  readonly strings: ReadonlySet<string>;
  /** The visited objects, because objects may contain themselves. */
  readonly seen: Set<object>;
}

function argumentContainsAny(
  { property, type, acceptsAnyText }: TypedArgument,
  values: object,
  search: Search,
): boolean {
  return acceptsAnyText && containsAny((values as Readonly<Record<string, unknown>>)[property], type, search);
}

/** Whether a value is one of the strings, or contains one in a place that accepts free text. */
function containsAny(value: unknown, type: ArgumentType | undefined, search: Search): boolean {
  if (typeof value === 'string') return value.trim() !== '' && search.strings.has(value.trim());
  if (typeof value !== 'object' || value === null || search.seen.has(value)) return false;
  search.seen.add(value);
  if (type instanceof NestedType) return type.plan.arguments.some((arg) => argumentContainsAny(arg, value, search));
  const items = type instanceof ListType ? type.items : undefined;
  return Object.values(value).some((member) => containsAny(member, items, search));
}
