import { type Class, type DefinitionFault, faultsOfQuestion } from '@cuecard/core';
import type { SourceFile } from '../../source/source-file.js';
import type { Declaration, Sources } from '../../source/sources.js';
import { child, children, nameOf, nodesIn, type Syntax } from '../../source/syntax.js';
import { ArgumentReads } from '../argument-reads.js';
import { isFreeText } from '../arguments.js';
import { handlerCode } from '../handler-code.js';
import { type CheckedDefinition, describeDefinition, type Rule, type Violation } from '../rule.js';
import { suppressionsIn } from '../suppressions.js';

export const interpolationUnfenced: Rule = {
  id: 'interpolation-unfenced',
  severity: 'error',
  summary: 'A prompt message contains free text from a caller without `untrusted`',
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

const FIX = 'Write ${untrusted(…)}, or ${trusted(…)} if the text may contain instructions';

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

const WARNING = /^Prompt "([^"]+)" interpolates the argument "([^"]+)" without untrusted/;

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
  return `${describeDefinition(each)} inserts ${argument}, which is free text, without untrusted()`;
}

export const definitionUnlisted: Rule = {
  id: 'definition-unlisted',
  severity: 'warning',
  summary: 'A decorated class is not registered',
  needsProject: true,
  *find({ sources, listed }) {
    const known = new Set([...listed].map((type) => sources.classOf(type as Class)?.node));
    for (const [decorator, at] of findDecorated(sources)) {
      if (known.has(at.node)) continue;
      const message = `The class ${nameOf(at.name)} has @${decorator}(), but is not registered`;
      yield { at, message, fix: 'Add the class to the runtime or to a pack, or delete it' };
    }
  },
};

function* findDecorated(sources: Sources): Generator<readonly [decorator: string, at: Declaration]> {
  for (const source of sources.containing('@cuecard/core')) {
    for (const node of source.classes) {
      const decorator = children(node, 'decorators')
        .map(calleeOf)
        .find((name) => isKind(name, source));
      const name = child(node, 'id');
      if (decorator !== undefined && name !== undefined) yield [decorator, { source, node, name }];
    }
  }
}

function isKind(name: string | undefined, { text }: SourceFile): boolean {
  return (
    name !== undefined &&
    KINDS.has(name) &&
    new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} from ['"]@cuecard/core`).test(text)
  );
}

const KINDS: ReadonlySet<string> = new Set(['Prompt', 'Tool', 'Resource']);

function calleeOf(decorator: Syntax): string | undefined {
  return nameOf(child(child(decorator, 'expression'), 'callee'));
}

export const questionInvalid: Rule = {
  id: 'question-invalid',
  severity: 'error',
  summary: 'A class that is passed to `context.ask` cannot become a form',
  needsProject: true,
  *find({ sources }) {
    for (const type of questionClasses(sources)) {
      for (const fault of faultsOfQuestion(type)) {
        const at = placeOf(fault, type, sources);
        if (at === undefined) continue;
        yield { at, message: `${fault.where} ${fault.problem}`, fix: fault.remedy };
      }
    }
  },
};

/** The exported classes that code passes to `context.ask`. Other classes cannot be reached from outside their file. */
function questionClasses(sources: Sources): ReadonlySet<Class> {
  const names = new Set<string>();
  for (const { questions } of sources.containing('@cuecard/core'))
    for (const [type, message] of questions.map((question) => children(question, 'arguments'))) {
      if (type?.type === 'Identifier' && message !== undefined) names.add(nameOf(type) ?? '');
    }
  return new Set(sources.exports.filter(isClass).filter(({ name }) => names.has(name)));
}

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && value.toString().startsWith('class');
}

function placeOf({ type: faulty, property }: DefinitionFault, type: Class, sources: Sources): Declaration | undefined {
  const owner = sources.classOf(type);
  const member = property === undefined || faulty !== type.name ? undefined : sources.member(type, property);
  return member ?? owner;
}

export const suppressionInvalid: Rule = {
  id: 'suppression-invalid',
  severity: 'warning',
  summary: 'A `cuecard-ignore` comment names an unknown rule, or gives no reason',
  needsProject: true,
  *find({ sources, ids }) {
    for (const source of sources.containing('cuecard-ignore')) {
      for (const { rule, reason, at } of suppressionsIn(source)) {
        const isKnown = ids.has(rule);
        if (isKnown && reason !== '') continue;
        const message = isKnown
          ? `The comment gives no reason for ignoring ${rule}`
          : `The comment ignores the unknown rule "${rule}"`;
        yield { at, message, fix: 'Write the comment as // cuecard-ignore rule-id: reason' };
      }
    }
  },
};
