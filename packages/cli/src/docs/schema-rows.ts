import { describeBounds, resolveAlternatives, type Schema } from '@cuecard/testing/contract';
import { definePrompt } from '@cuecard/core';

/** A row of a table of arguments or output properties. */
export interface Row {
  /** With its path: `order.lines[].article`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly default?: string;
  readonly choices: readonly string[];
  readonly description: string;
}

/** The properties of an object, each followed by its nested properties. */
export function rowsOf(schema: Schema): Row[] {
  return new Rows(schema).of(schema, '', new Set());
}

class Rows {
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
  }

  of(schema: Schema, path: string, open: ReadonlySet<string>): Row[] {
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const member = this.#resolve(property);
      const isRequired = schema.required?.includes(name) ?? false;
      const own = this.#row(member, { name: path + name, isRequired });
      return [own, ...this.#inside(property, path + name, open)];
    });
  }

  #row(member: Schema, { name, isRequired }: Pick<Row, 'name' | 'isRequired'>): Row {
    const { description = '' } = member;
    const choices = (member.enum ?? this.#resolve(member.items ?? {}).enum ?? []).map(valueText);
    const hasDefault = member.default !== undefined;
    return {
      name,
      type: [this.#type(member), ...describeBounds(member), ...constraintsOf(member)].join(', '),
      isRequired,
      ...(hasDefault && { default: valueText(member.default) }),
      choices,
      description,
    };
  }

  #inside(property: Schema, path: string, open: ReadonlySet<string>): Row[] {
    const member = this.#resolve(property);
    if (member.items !== undefined) return this.#inside(member.items, `${path}[]`, open);
    const reference = property.$ref ?? '';
    if (member.properties === undefined || open.has(reference)) return []; // It contains itself.
    return this.of(member, `${path}.`, reference === '' ? open : new Set([...open, reference]));
  }

  #type(schema: Schema): string {
    const { type = 'any value', items, format } = schema;
    if (items !== undefined) return `list of ${this.#type(this.#resolve(items))}`;
    const names = (typeof type === 'string' ? type : type.join(' or ')).replace('string', 'text');
    return format === undefined ? names : `${names} (${String(format)})`;
  }

  #resolve(schema: Schema): Schema {
    return resolveAlternatives(schema, this.#root);
  }
}

const CONSTRAINTS: Readonly<Record<string, (value: unknown) => string>> = {
  uniqueItems: () => 'unique items',
  pattern: (value) => (isDate(value) ? 'an ISO 8601 date' : `like ${valueText(value)}`),
  'dev.cuecard/rules': (value) => `rule ${(value as readonly string[]).join(', ')}`,
};

/** The pattern of dates, which is hard to read. */
const { schema: withDate } = definePrompt({ name: 'day', args: [{ name: 'day', type: Date }], render: () => '' });

function isDate(pattern: unknown): boolean {
  const { properties = {} } = withDate as Schema;
  return pattern === properties['day']?.['pattern'];
}

function constraintsOf(schema: Schema): string[] {
  return Object.entries(CONSTRAINTS).flatMap(([keyword, inWords]) => {
    const value = schema[keyword];
    return value === undefined || value === false ? [] : [inWords(value)];
  });
}

function valueText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
