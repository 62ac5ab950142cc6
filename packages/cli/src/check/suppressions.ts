import type { Declaration, Sources } from '../source/sources.js';
import type { SourceFile } from '../source/source-file.js';
import { children } from '../source/syntax.js';
import type { Violation } from './rule.js';

/** A comment `// cuecard-ignore rule-id: reason`. */
export interface Suppression {
  readonly rule: string;
  /** Empty if the comment gives no reason. */
  readonly reason: string;
  readonly line: number;
  readonly at: Declaration;
}

const COMMENT = /^[\s*]*cuecard-ignore\s+([\w-]+)\s*:?\s*([^]*?)\s*$/;

export function suppressionsIn(source: SourceFile): Suppression[] {
  if (!source.text.includes('cuecard-ignore')) return [];
  return source.comments.flatMap(({ text, line, start, end }) => {
    const [, rule, reason = ''] = COMMENT.exec(text) ?? [];
    const node = { type: 'Comment', start, end };
    return rule === undefined ? [] : [{ rule, reason, line, at: { source, node, name: node } }];
  });
}

/** Whether a comment silences a violation: at its line, its argument, the class of the arguments, or the definition. */
export function isSuppressed(id: string, found: Violation, sources: Sources): boolean {
  return placesOf(found, sources).some(({ source, first, last }) =>
    suppressionsIn(source).some(
      ({ rule, reason, line }) => rule === id && reason !== '' && line >= first && line <= last,
    ),
  );
}

/** The lines on which a comment counts. */
interface Head {
  readonly source: SourceFile;
  readonly first: number;
  readonly last: number;
}

/** Returns the declaration of the argument at fault. */
export function declaredArgument({ of, argument: name }: Violation, sources: Sources): Declaration | undefined {
  const argument = of?.definition?.arguments.arguments.find((each) => each.name === name);
  return argument && of?.definition && sources.argument(of.definition, argument);
}

function placesOf(found: Violation, sources: Sources): Head[] {
  const { at, of, argument } = found;
  const definition = of?.definition;
  const declared = definition && sources.definition(definition);
  const places = [
    at,
    declaredArgument(found, sources),
    argument !== undefined && definition !== undefined
      ? sources.classOf(definition.arguments.type, declared?.source)
      : undefined,
    declared,
  ];
  return places.filter((place) => place !== undefined).map(headOf);
}

/** From the comments above something, with its decorators, to its name. */
function headOf({ source, node, name }: Declaration): Head {
  const starts = [node, name, ...children(node, 'decorators')].map(({ start }) => source.positionOf(start).line);
  const isComment = (line: number) =>
    source.comments.some((each) => each.isAlone && each.line <= line && line <= each.lastLine);
  let first = Math.min(...starts);
  while (isComment(first - 1)) first -= 1;
  return { source, first, last: source.positionOf(name.start).line };
}
