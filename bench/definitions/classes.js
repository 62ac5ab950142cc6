// Cuecard's definitions: a class for each, and a class of arguments with class-validator's rules.
import { Arg, Prompt, Resource, Tool, user } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Length, Max, Min } from 'class-validator';
import { LANGUAGES, MAX_LENGTH, mimeType, nameOf, numbers, read, render, templateOf } from './review.js';

const language = [Arg({ type: String }), IsOptional(), IsIn(LANGUAGES)];
const within = [IsInt(), Min(1), Max(50)];

const KINDS = {
  prompts: {
    decorate: Prompt,
    method: 'render',
    handler: (values) => user(render(values)),
    fields: 'code; language; limit = 10;',
    rules: { code: [Arg({ type: String })], language, limit: [Arg(), ...within] },
    options: (index) => ({ name: nameOf(index) }),
  },
  tools: {
    decorate: Tool,
    method: 'call',
    handler: render,
    fields: 'code; language; limit = 10;',
    rules: { code: [Arg({ type: String }), Length(1, MAX_LENGTH)], language, limit: [Arg(), ...within] },
    options: (index) => ({ name: nameOf(index) }),
  },
  resources: {
    decorate: Resource,
    method: 'read',
    handler: read,
    fields: 'limit;',
    rules: { limit: [Arg({ type: Number }), ...within] },
    options: (index) => ({ name: nameOf(index), uri: templateOf(index), mimeType }),
  },
};

// The number makes each source different, as the classes of an application are. The engine compiles equal sources once, and
// classes of one source share what it learns about them, which makes all of them slow.
const source = (index, { fields, method }) => `
  class ReviewArgs${index} { ${fields} }
  class Review${index} {
    ${method}(values) {
      return handler(values);
    }
  }
  return [ReviewArgs${index}, Review${index}];
`;

function classOf(kind, index) {
  const { decorate, handler, rules, options } = KINDS[kind];
  const [args, Review] = new Function('handler', source(index, KINDS[kind]))(handler);
  for (const [name, decorators] of Object.entries(rules)) for (const add of decorators) add(args.prototype, name);
  decorate({ ...options(index), args })(Review);
  return Review;
}

export const classesOf = (kind, count) => numbers(count).map((index) => classOf(kind, index));
