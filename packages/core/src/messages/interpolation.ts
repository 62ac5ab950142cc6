import type { PromptMessage } from '../protocol.js';

/** The reaction to a message template that interpolates an argument which is neither `untrusted` nor `trusted`. */
export type InterpolationRule = 'warn' | 'strict' | 'off';

// Not enumerable, so that JSON, copies and comparisons do not show it. A WeakMap would also work, but makes
// `prompts/get` with a template half as slow again; the property, a sixth.
const INTERPOLATED = Symbol('interpolated');

interface TemplateMessage {
  readonly [INTERPOLATED]?: readonly string[];
}

/** Records the strings that the template of a message interpolated unmarked. */
export function noteInterpolated(message: PromptMessage, texts: readonly string[]): void {
  Object.defineProperty(message, INTERPOLATED, { value: texts });
}

/** The strings that the template of a message interpolated unmarked; `undefined` if there are none. */
export function interpolatedIn(message: unknown): readonly string[] | undefined {
  return (message as TemplateMessage)[INTERPOLATED]; // Also `undefined` for a string.
}
