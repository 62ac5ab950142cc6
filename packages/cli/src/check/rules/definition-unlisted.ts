import type { Class } from '@cuecard/core';
import type { SourceFile } from '../../source/source-file.js';
import type { Declaration, Sources } from '../../source/sources.js';
import { child, children, nameOf, type Syntax } from '../../source/syntax.js';
import type { Rule } from '../rule.js';

export const definitionUnlisted: Rule = {
  id: 'definition-unlisted',
  severity: 'warning',
  summary: 'A decorated class is part of no list',
  needsProject: true,
  *find({ sources, listed }) {
    const known = new Set([...listed].map((type) => sources.classOf(type as Class)?.node));
    for (const [decorator, at] of findDecorated(sources)) {
      if (known.has(at.node)) continue;
      const message = `The class ${nameOf(at.name)} has @${decorator}(), but nothing lists it`;
      yield { at, message, fix: 'List it in the runtime or in a pack; or remove it' };
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
