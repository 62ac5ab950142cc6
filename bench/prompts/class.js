// The prompt as Cuecard has it: a class and an arguments class with class-validator's rules, of its own each time.
import { Arg, Prompt, user } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { LANGUAGES, nameOf, render } from './prompt.js';

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
