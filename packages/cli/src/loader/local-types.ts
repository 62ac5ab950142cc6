import {
  type Expression,
  parseSync,
  type Program,
  type SpreadElement,
  type Statement,
  type TSEnumMember,
  type TSLiteral,
  type TSType,
  type TSTypeName,
  Visitor,
} from 'oxc-parser';
import type { TransformOptions } from 'oxc-transform';

/** A short type for which the transform emits what `tsc` emits for a named type. */
type StandIn = "''" | '0' | '0n' | 'true' | '[]';

const SIMPLE: Partial<Record<TSType['type'], StandIn>> = {
  TSStringKeyword: "''",
  TSTemplateLiteralType: "''",
  TSNumberKeyword: '0',
  TSBigIntKeyword: '0n',
  TSBooleanKeyword: 'true',
  TSArrayType: '[]',
  TSTupleType: '[]',
};

const DECLARATION = /^[ \t]*(?:export +|declare +|const +)*(?:type|enum) /m;

/**
 * Replaces the names of aliases and enums that a file declares itself, because the transform emits `Object` for an alias.
 * Lines stay the same, and so do columns, except behind an alias whose name is one letter.
 */
export function withLocalTypes(file: string, source: string, { decorator }: TransformOptions): string {
  if (decorator?.emitDecoratorMetadata !== true || !DECLARATION.test(source)) return source;
  const { program, errors } = parseSync(file, source, { preserveParens: false });
  if (errors.length > 0) return source; // The transform reports them.
  const types = new LocalTypes(program, decorator.strictNullChecks ?? false);
  const parts: string[] = [];
  let end = 0;
  const visitor = new Visitor({
    TSTypeReference(reference) {
      const standIn = reference.start < end ? undefined : types.standIn(reference);
      if (standIn === undefined) return;
      const rest = source.slice(reference.start + standIn.length, reference.end);
      parts.push(source.slice(end, reference.start), standIn, rest.replaceAll(/\S/g, ' '));
      end = reference.end;
    },
  });
  visitor.visit(program);
  return parts.join('') + source.slice(end);
}

/** The aliases, enums and constants at the top level of a file. */
class LocalTypes {
  readonly #isStrict: boolean;
  readonly #aliases = new Map<string, TSType>();
  readonly #enums = new Map<string, Map<string, StandIn>>();
  readonly #constants = new Map<string, Expression>();
  /** The aliases that are being resolved, because an alias may refer to itself. */
  readonly #open = new Set<string>();

  constructor({ body }: Program, isStrict: boolean) {
    this.#isStrict = isStrict;
    for (const statement of body) {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (declared !== null) this.#add(declared);
    }
  }

  #add(declared: Statement): void {
    if (declared.type === 'TSTypeAliasDeclaration') this.#aliases.set(declared.id.name, declared.typeAnnotation);
    if (declared.type === 'TSEnumDeclaration') this.#enums.set(declared.id.name, membersOf(declared.body.members));
    for (const { id, init } of declared.type === 'VariableDeclaration' ? declared.declarations : [])
      if (id.type === 'Identifier' && init !== null) this.#constants.set(id.name, bare(init));
  }

  standIn(type: TSType): StandIn | undefined {
    switch (type.type) {
      case 'TSLiteralType':
        return valueType(type.literal);
      case 'TSTypeOperator':
        return type.operator === 'keyof' ? "''" : this.standIn(type.typeAnnotation);
      case 'TSIntersectionType':
        return type.types.map((each) => this.standIn(each)).find((found) => found !== undefined);
      case 'TSUnionType':
        return this.#union(type.types);
      case 'TSTypeReference':
        return this.#resolveName(type.typeName);
      case 'TSTypeQuery':
        return valueType(this.#constantOf(type));
      case 'TSIndexedAccessType':
        return common(itemTypes(this.#constantOf(type.objectType)));
      default:
        return SIMPLE[type.type];
    }
  }

  #union(types: readonly TSType[]): StandIn | undefined {
    const present = this.#isStrict ? types : types.filter(({ type }) => !/^TS(?:Null|Undefined)Keyword$/.test(type));
    return common(present.map((each) => this.standIn(each)));
  }

  #resolveName(typeName: TSTypeName): StandIn | undefined {
    if (typeName.type === 'TSQualifiedName') {
      const { left, right } = typeName;
      return left.type === 'Identifier' ? this.#enums.get(left.name)?.get(right.name) : undefined;
    }
    if (typeName.type !== 'Identifier' || this.#open.has(typeName.name)) return undefined;
    const { name } = typeName;
    const alias = this.#aliases.get(name);
    if (alias === undefined) return common([...(this.#enums.get(name)?.values() ?? [])]);
    this.#open.add(name);
    const found = this.standIn(alias);
    this.#open.delete(name);
    return found;
  }

  /** The value of the constant in `typeof LEVELS`. */
  #constantOf(type: TSType): Expression | undefined {
    if (type.type !== 'TSTypeQuery' || type.exprName.type !== 'Identifier') return undefined;
    return this.#constants.get(type.exprName.name);
  }
}

/** The types of the items of an array or an object, as in `(typeof LEVELS)[number]`. */
function itemTypes(value: Expression | undefined): (StandIn | undefined)[] {
  if (value?.type === 'ArrayExpression') return value.elements.map(valueType);
  if (value?.type !== 'ObjectExpression') return [];
  return value.properties.map((property) => valueType('value' in property ? property.value : property));
}

function common(found: readonly (StandIn | undefined)[]): StandIn | undefined {
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** The expression in front of `as const` and `satisfies`. */
function bare(value: Expression): Expression {
  return value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression' ? bare(value.expression) : value;
}

function membersOf(members: readonly TSEnumMember[]): Map<string, StandIn> {
  const types = new Map<string, StandIn>();
  for (const { id, initializer } of members) {
    const other = initializer?.type === 'Identifier' ? types.get(initializer.name) : undefined;
    types.set('name' in id ? id.name : '', other ?? valueType(initializer) ?? '0');
  }
  return types;
}

function valueType(value: Expression | TSLiteral | SpreadElement | null | undefined): StandIn | undefined {
  if (value?.type === 'TemplateLiteral') return "''";
  if (value?.type === 'UnaryExpression') return valueType(value.argument);
  return value?.type === 'Literal' ? OF_LITERALS.get(typeof value.value) : undefined;
}

const OF_LITERALS: ReadonlyMap<string, StandIn> = new Map([
  ['string', "''"],
  ['number', '0'],
  ['bigint', '0n'],
  ['boolean', 'true'],
]);
