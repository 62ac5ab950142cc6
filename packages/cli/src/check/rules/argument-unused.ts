import { nameOf, nodesIn, type Syntax } from '../../source/syntax.js';
import type { Sources } from '../../source/sources.js';
import { describeDefinition } from '../arguments.js';
import { handlerCode, methodOf, propertiesRead, readByItself } from '../handler-code.js';
import type { CheckedDefinition, Rule } from '../rule.js';

export const argumentUnused: Rule = {
  id: 'argument-unused',
  severity: 'warning',
  summary: 'An argument is never used',
  needsProject: true,
  *find({ definitions, sources }) {
    for (const each of definitions) {
      const read = propertiesRead(each);
      if (read === undefined) continue;
      const elsewhere = namesElsewhere(each, sources);
      const method = methodOf(each);
      for (const argument of each.definition?.arguments.arguments ?? []) {
        const isUsed = read.has(argument.property) || elsewhere.has(argument.property) || argument.header !== undefined;
        if (isUsed) continue;
        const message = `${argument.name} of ${describeDefinition(each)} is never used by \`${method}\``;
        yield {
          of: each,
          argument: argument.name,
          message,
          fix: 'Use it, or remove it: callers think that it changes something',
        };
      }
    }
  },
};

/** The names that the rest of a handler's class mentions, and those that the class of the arguments reads itself. */
function namesElsewhere(each: CheckedDefinition, sources: Sources): ReadonlySet<string> {
  const { declared, definition } = each;
  const code = handlerCode(each);
  const isOutside = ({ start, end }: Syntax) => code === undefined || end <= code.start || start >= code.end;
  const isClass = declared?.node.type.startsWith('Class') === true;
  const rest = isClass ? [...nodesIn(declared.node)] : [];
  const mentioned = rest.filter((node) => node.type === 'Identifier' && isOutside(node)).map(nameOf);
  return new Set(
    [...mentioned, ...(definition === undefined ? [] : readByItself(definition.arguments.type, sources))].filter(
      (name) => name !== undefined,
    ),
  );
}
