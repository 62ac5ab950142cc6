import type { Declaration } from '../../source/sources.js';
import { child, children, nameOf, nodesIn, type Syntax } from '../../source/syntax.js';
import { ArgumentReads } from '../argument-reads.js';
import { isFreeText, describeDefinition } from '../arguments.js';
import { handlerCode } from '../handler-code.js';
import type { CheckedDefinition, Violation, Rule } from '../rule.js';

export const interpolationUnfenced: Rule = {
  id: 'interpolation-unfenced',
  severity: 'error',
  summary: 'A message contains the text of a caller without a fence',
  needsProject: true,
  *find({ definitions, warnings }) {
    for (const each of definitions) {
      if (each.contract.kind !== 'prompt') continue;
      const inCode = [...foundInCode(each)];
      yield* inCode;
      const known = new Set(inCode.map(({ argument }) => argument));
      for (const property of reportedProperties(each, warnings)) {
        const argument = each.definition?.arguments.arguments.find((one) => one.property === property)?.name;
        if (argument !== undefined && !known.has(argument)) yield foundByRendering(each, argument);
      }
    }
  },
};

const FIX = 'Write ${untrusted(…)}, or ${trusted(…)} if the text may speak for you';

function* foundInCode(each: CheckedDefinition): Generator<Violation> {
  const { declared } = each;
  const code = handlerCode(each);
  if (declared === undefined || code === undefined || !FROM_CORE.test(declared.source.text)) return;
  const reads = new ArgumentReads(code);
  for (const expression of interpolationsIn(code)) {
    const argument = freeArgument(each, reads.valueOf(expression));
    if (argument === undefined) continue;
    const at: Declaration = { source: declared.source, node: expression, name: expression };
    yield { of: each, argument: argument.name, at, message: messageOf(each, argument.name), fix: FIX };
  }
}

function freeArgument({ definition }: CheckedDefinition, property: string | undefined) {
  return definition?.arguments.arguments.find((one) => one.property === property && isFreeText(one));
}

const FROM_CORE = /from\s+['"]@cuecard\/core['"]/;

/** The expressions in the templates of messages. */
function* interpolationsIn(code: Syntax): Generator<Syntax> {
  for (const node of nodesIn(code)) {
    const tag = node.type === 'TaggedTemplateExpression' ? nameOf(child(node, 'tag')) : undefined;
    if (tag === 'user' || tag === 'assistant') yield* children(child(node, 'quasi'), 'expressions');
  }
}

const WARNING = /^Prompt "([^"]+)" interpolates the argument "([^"]+)" unmarked/;

/** The properties that the runtime warned of. */
function* reportedProperties({ contract }: CheckedDefinition, warnings: readonly string[]): Generator<string> {
  for (const warning of warnings) {
    const [, name, property] = WARNING.exec(warning) ?? [];
    if (name === contract.name && property !== undefined) yield property;
  }
}

function foundByRendering(of: CheckedDefinition, argument: string): Violation {
  return { of, argument, message: `${messageOf(of, argument)} when its example is rendered`, fix: FIX };
}

function messageOf(each: CheckedDefinition, argument: string): string {
  return `${describeDefinition(each)} interpolates ${argument}, which is free text, without a fence`;
}
