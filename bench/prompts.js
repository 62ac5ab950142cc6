// The prompt that everybody has, so many times: three arguments (a required string, an optional one of three, an integer
// from 1 to 50), each time with an arguments class or a schema of its own.
import { Arg, Prompt, user } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { z } from 'zod';

const LANGUAGES = ['typescript', 'python', 'go'];
export const args = { code: 'const a = 1;', language: 'go', limit: '7' };
export const typed = { name: 'language', value: 'g' };

export const nameOf = (index) => `review_${index}`;
export const numbers = (count) => Array.from({ length: count }, (_, index) => index);

export const render = ({ code, language, limit }) =>
  `Review this ${language} and report at most ${limit} findings:\n${code}`;

export const answer = (values) => ({ messages: [{ role: 'user', content: { type: 'text', text: render(values) } }] });

// Each class comes from a source of its own, as the classes of an application do: hence the number in it, for the engine
// compiles equal sources once. Classes from one source would share what it learns about them, which makes all of them
// slow.
const source = (index) => `
  class ReviewArgs${index} {
    code;
    language;
    limit = 10;
  }
  class Review${index} {
    render(values) {
      return user(render(values));
    }
  }
  return [ReviewArgs${index}, Review${index}];
`;

/** @param {number} index */
export function promptClass(index, options = {}) {
  const [ReviewArgs, Review] = new Function('user', 'render', source(index))(user, render);
  const rules = [
    ['code', [Arg({ type: String })]],
    ['language', [Arg({ type: String }), IsOptional(), IsIn(LANGUAGES)]],
    ['limit', [Arg(), IsInt(), Min(1), Max(50)]],
  ];
  for (const [name, decorators] of rules) for (const decorate of decorators) decorate(ReviewArgs.prototype, name);
  Prompt({ ...options, name: nameOf(index), args: ReviewArgs })(Review);
  return Review;
}

const complete = (value) => LANGUAGES.filter((language) => language.startsWith(value));

/** @param completable of the SDK: its v1 looks for it inside when it registers a prompt, and outside when it answers */
export function shape(completable) {
  return {
    code: z.string().min(1),
    language: completable(completable(z.enum(LANGUAGES), complete).optional(), complete),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  };
}
