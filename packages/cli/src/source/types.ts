import type { SourceFile } from './source-file.js';
import type { Sources } from './sources.js';
import { child, children, nameOf, type Syntax } from './syntax.js';

/** The values that a type lists. */
export interface ListedValues {
  /** As in the source: strings in quotes. */
  readonly values: readonly string[];
  /** The name of the enum, if the type is one. */
  readonly enumName?: string;
}

/** The declared type of a property. */
export function typeOf(property: Syntax): Syntax | undefined {
  return child(child(property, 'typeAnnotation'), 'typeAnnotation');
}

/** The members of a union; the type itself if it is not one. */
export function unionOf(type: Syntax | undefined): readonly Syntax[] {
  if (type === undefined) return [];
  return type.type === 'TSUnionType' ? children(type, 'types') : [type];
}

/** The values that a property has by its type or, without one, by its initial value, as in `level = Level.Low`. */
export function valuesOf(property: Syntax, near: SourceFile, sources: Sources): ListedValues | undefined {
  const type = typeOf(property);
  const value = child(property, 'value');
  if (type !== undefined || value?.type !== 'MemberExpression') return valuesIn(type, near, sources);
  const enumName = nameOf(child(value, 'object'));
  if (enumName === undefined || sources.typeNamed(enumName, near)?.node.type !== 'TSEnumDeclaration') return undefined;
  return { values: [], enumName };
}

/**
 * The values of an enum, or of a union of strings or numbers, with or without a name, or of the items of an array of
 * those; `undefined` if the type does not list values, or is computed from other types.
 */
function valuesIn(type: Syntax | undefined, near: SourceFile, sources: Sources): ListedValues | undefined {
  const members = unionOf(type).filter((member) => !ABSENT.has(member.type));
  const [first, ...others] = members;
  if (first === undefined) return undefined;
  if (others.length === 0 && first.type === 'TSArrayType') return valuesIn(child(first, 'elementType'), near, sources);
  if (others.length === 0 && first.type === 'TSTypeReference') return valuesOfNamed(first, near, sources);
  const values = members.map((member) => literalIn(member, near));
  return values.every((value) => value !== undefined) ? { values } : undefined;
}

const ABSENT: ReadonlySet<string> = new Set(['TSUndefinedKeyword', 'TSNullKeyword']);

function valuesOfNamed(reference: Syntax, near: SourceFile, sources: Sources): ListedValues | undefined {
  const name = nameOf(child(reference, 'typeName'));
  const found = name === undefined ? undefined : sources.typeNamed(name, near);
  if (name === undefined || found === undefined) return undefined;
  if (found.node.type === 'TSEnumDeclaration') return { values: [], enumName: name };
  const aliased = child(found.node, 'typeAnnotation');
  return aliased?.type === 'TSTypeReference' ? undefined : valuesIn(aliased, found.source, sources);
}

function literalIn(type: Syntax, { text }: SourceFile): string | undefined {
  const literal = type.type === 'TSLiteralType' ? child(type, 'literal') : undefined;
  const isListed = typeof literal?.['value'] === 'string' || typeof literal?.['value'] === 'number';
  return literal !== undefined && isListed ? text.slice(literal.start, literal.end) : undefined;
}
