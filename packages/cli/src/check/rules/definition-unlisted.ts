import type { Declared, Sources } from '../../source/sources.js';
import { child, children, nameOf, type Syntax } from '../../source/syntax.js';
import type { Rule } from '../rule.js';

export const definitionUnlisted: Rule = {
  id: 'definition-unlisted',
  severity: 'warning',
  summary: 'A decorated class is part of no list',
  needsProject: true,
  *find({ sources, listed }) {
    const known = new Set([...listed].map((type) => sources.classOf(type)?.node));
    for (const [decorator, at] of decoratedIn(sources)) {
      if (known.has(at.node)) continue;
      const message = `The class ${nameOf(at.name)} has @${decorator}(), but nothing lists it`;
      yield { at, message, fix: 'List it in the runtime or in a pack; or remove it' };
    }
  },
};

function* decoratedIn(sources: Sources): Generator<readonly [decorator: string, at: Declared]> {
  for (const source of sources.containing('@cuecard/core')) {
    for (const node of source.classes) {
      const decorator = children(node, 'decorators')
        .map(calleeOf)
        .find((name) => KINDS.has(name));
      const name = child(node, 'id');
      if (decorator !== undefined && name !== undefined) yield [decorator, { source, node, name }];
    }
  }
}

const KINDS: ReadonlySet<string | undefined> = new Set(['Prompt', 'Tool', 'Resource']);

function calleeOf(decorator: Syntax): string | undefined {
  return nameOf(child(child(decorator, 'expression'), 'callee'));
}
