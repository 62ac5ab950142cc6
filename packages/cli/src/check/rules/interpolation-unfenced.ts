import type { Declared } from '../../source/sources.js';
import { child, children, nameOf, nodesIn, type Syntax } from '../../source/syntax.js';
import { ArgumentReads } from '../argument-reads.js';
import { isFreeText, subjectOf } from '../arguments.js';
import { handlerCode } from '../handler-code.js';
import type { CheckedDefinition, Found, Rule } from '../rule.js';

export const interpolationUnfenced: Rule = {
  id: 'interpolation-unfenced',
  severity: 'error',
  summary: 'A message contains the text of a caller without a fence',
  *find({ definitions, warnings }) {
    for (const each of definitions) {
      if (each.definition.kind.name !== 'prompt') continue;
      const inCode = [...foundInCode(each)];
      yield* inCode;
      const known = new Set(inCode.map(({ argument }) => argument?.property));
      for (const property of reported(each, warnings))
        if (!known.has(property)) yield* foundByRendering(each, property);
    }
  },
};

const FIX = 'Write ${untrusted(…)}, or ${trusted(…)} if the text may speak for you';

function* foundInCode(each: CheckedDefinition): Generator<Found> {
  const { declared, definition } = each;
  const code = handlerCode(each);
  if (declared === undefined || code === undefined || !FROM_CORE.test(declared.source.text)) return;
  const reads = new ArgumentReads(code);
  for (const expression of interpolated(code)) {
    const argument = freeArgument(each, reads.valueOf(expression));
    if (argument === undefined) continue;
    const at: Declared = { source: declared.source, node: expression, name: expression };
    yield { definition, argument, at, message: messageOf(each, argument.name), fix: FIX };
  }
}

function freeArgument({ definition }: CheckedDefinition, property: string | undefined) {
  return definition.arguments.arguments.find((one) => one.property === property && isFreeText(one));
}

const FROM_CORE = /from\s+['"]@cuecard\/core['"]/;

/** The expressions in the templates of messages. */
function* interpolated(code: Syntax): Generator<Syntax> {
  for (const node of nodesIn(code)) {
    const tag = node.type === 'TaggedTemplateExpression' ? nameOf(child(node, 'tag')) : undefined;
    if (tag === 'user' || tag === 'assistant') yield* children(child(node, 'quasi'), 'expressions');
  }
}

const WARNING = /^Prompt "([^"]+)" interpolates the argument "([^"]+)" unmarked/;

/** The properties that the runtime warned of. */
function* reported({ definition }: CheckedDefinition, warnings: readonly string[]): Generator<string> {
  for (const warning of warnings) {
    const [, name, property] = WARNING.exec(warning) ?? [];
    if (name === definition.name && property !== undefined) yield property;
  }
}

function* foundByRendering(each: CheckedDefinition, property: string): Generator<Found> {
  const { definition } = each;
  const argument = definition.arguments.arguments.find((one) => one.property === property);
  if (argument === undefined) return;
  yield { definition, argument, message: `${messageOf(each, argument.name)} when its example is rendered`, fix: FIX };
}

function messageOf({ definition }: CheckedDefinition, argument: string): string {
  return `${subjectOf(definition)} interpolates ${argument}, which is free text, without a fence`;
}
