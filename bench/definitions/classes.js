// What Cuecard has: a class and an arguments class with class-validator's rules, of its own each time.
import { Arg, Prompt, Resource, Tool, user } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Length, Max, Min } from 'class-validator';
import { LANGUAGES, LONGEST, mimeType, nameOf, numbers, read, render, templateOf } from './review.js';

const language = [Arg({ type: String }), IsOptional(), IsIn(LANGUAGES)];
const within = [IsInt(), Min(1), Max(50)];

const KINDS = {
  prompts: {
    decorate: Prompt,
    method: 'render',
    answer: (values) => user(render(values)),
    fields: 'code; language; limit = 10;',
    rules: { code: [Arg({ type: String })], language, limit: [Arg(), ...within] },
    options: (index) => ({ name: nameOf(index) }),
  },
  tools: {
    decorate: Tool,
    method: 'call',
    answer: render,
    fields: 'code; language; limit = 10;',
    rules: { code: [Arg({ type: String }), Length(1, LONGEST)], language, limit: [Arg(), ...within] },
    options: (index) => ({ name: nameOf(index) }),
  },
  resources: {
    decorate: Resource,
    method: 'read',
    answer: read,
    fields: 'limit;',
    rules: { limit: [Arg({ type: Number }), ...within] },
    options: (index) => ({ name: nameOf(index), uri: templateOf(index), mimeType }),
  },
};

// Each class comes from a source of its own, as the classes of an application do: hence the number in it, for the engine
// compiles equal sources once. Classes from one source would share what it learns about them, which makes all of them
// slow.
const source = (index, { fields, method }) => `
  class ReviewArgs${index} { ${fields} }
  class Review${index} {
    ${method}(values) {
      return answer(values);
    }
  }
  return [ReviewArgs${index}, Review${index}];
`;

export function classOf(kind, index, more = {}) {
  const { decorate, answer, rules, options } = KINDS[kind];
  const [args, Review] = new Function('answer', source(index, KINDS[kind]))(answer);
  for (const [name, decorators] of Object.entries(rules)) for (const add of decorators) add(args.prototype, name);
  decorate({ ...more, ...options(index), args })(Review);
  return Review;
}

export const classesOf = (kind, count) => numbers(count).map((index) => classOf(kind, index));
