import type { ArgDefinition, Definition, KindName } from '@cuecard/core';
import type { ArgumentDetail, CatalogueEntry, DefinitionDetail } from '../api.js';
import type { SourcePlace } from '../options.js';
import { RequestFault } from '../http/api-routes.js';
import { KINDS } from './catalogue.js';

/** The details of a definition that it does not contain itself. */
interface DetailOptions {
  readonly entry: CatalogueEntry;
  /** All versions of its name, highest first. */
  readonly versions: readonly Definition[];
  readonly source: SourcePlace | undefined;
}

/** The details of a definition that the page shows before a call. */
export function detailOf(definition: Definition, { entry, versions, source }: DetailOptions): DefinitionDetail {
  const { schema } = definition;
  const properties = schema['properties'] as Readonly<Record<string, Schema>>;
  const { completers } = definition;
  return {
    ...entry,
    entry: { ...definition.entry },
    schema,
    arguments: definition.arguments.arguments.map((arg) =>
      argumentOf(arg, { completers, schema: properties[arg.name] }),
    ),
    examples: definition.samples,
    versions: versions.flatMap((each) => {
      return each === definition || each.version === undefined ? [] : [{ version: each.version, labels: each.labels }];
    }),
    className: definition.type.name,
    method: definition.method.isDeclared ? definition.method.name : undefined,
    source,
  };
}

type Schema = Readonly<Record<string, unknown>>;

interface ArgumentOptions {
  readonly completers: Definition['completers'];
  readonly schema: Schema | undefined;
}

function argumentOf(arg: ArgDefinition, { completers, schema = {} }: ArgumentOptions): ArgumentDetail {
  const { name, property, allowEmpty, completer } = arg;
  return {
    name,
    property: property === name ? undefined : property,
    isCompleted: completers.has(name) || completer !== undefined,
    allowsEmpty: allowEmpty,
    mayHaveLines: isFreeText(schema),
  };
}

/** The keywords that allow only one line. */
const NARROW = ['enum', 'const', 'format', 'pattern', 'contentEncoding'];

/** The rules of class-validator that allow only one line and have no JSON Schema keyword. */
const ONE_LINE = new RegExp(
  `^is(${[
    'Alpha|Alphanumeric|BIC|BooleanString|BtcAddress|CreditCard|Currency|DateString|EAN|Email|EthereumAddress',
    'FQDN|Hash|HexColor|Hexadecimal|HSL|IBAN|IdentityCard|IP|ISBN|ISIN|ISO\\w+|ISRC|ISSN|JWT|LatLong|Latitude|Locale',
    'Longitude|MacAddress|MagnetURI|MilitaryTime|MimeType|MobilePhone|MongoId|NumberString|Octal|PassportNumber',
    'PhoneNumber|Port|PostalCode|RFC3339|RgbColor|SemVer|TaxId|TimeZone|URL|UUID|Language',
  ].join('|')})$`,
  'i',
);

function isFreeText(schema: Schema): boolean {
  const rules = (schema['dev.cuecard/rules'] ?? []) as readonly string[];
  const isNarrow = NARROW.some((keyword) => keyword in schema) || rules.some((rule) => ONE_LINE.test(rule));
  return schema['type'] === 'string' && !isNarrow;
}

/**
 * Reads a place in a file of the project from a request.
 * @throws {RequestFault} for an invalid place, or one outside the project
 */
export function placeIn(body: unknown): SourcePlace {
  const path = textIn(body, 'path');
  const [line, column] = [countIn(body, 'line'), countIn(body, 'column')];
  if (/^[/\\]|^[a-z]:|\0/i.test(path) || path.split(/[/\\]/).includes('..'))
    throw new RequestFault(400, 'body', '"path" must be a path within the project');
  return { path, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}

// Functions that read a property of a request body. Each throws a `RequestFault` that names the property.

export function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export function textIn(body: unknown, name: string): string {
  const value = memberOf(body, name);
  return typeof value === 'string' && value !== '' ? value : refuse(name, 'a string');
}

export function kindIn(body: unknown): KindName {
  const value = memberOf(body, 'kind');
  return KINDS.find((kind) => kind === value) ?? refuse('kind', `one of ${KINDS.join(', ')}`);
}

/** A list of allowed strings. */
export function choicesIn(body: unknown, name: string, among: readonly string[]): readonly string[] {
  const value = memberOf(body, name);
  const isList = Array.isArray(value) && value.every((each) => among.includes(each as string));
  return isList ? [...new Set(value as string[])] : refuse(name, `a list of ${among.join(', ')}`);
}

export function objectIn(body: unknown, name: string): Readonly<Record<string, unknown>> {
  const value = memberOf(body, name);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : refuse(name, 'an object');
}

/** A number from 1 on, or `undefined`. */
function countIn(body: unknown, name: string): number | undefined {
  const value = memberOf(body, name);
  return value === undefined || (Number.isSafeInteger(value) && Number(value) > 0)
    ? (value as number | undefined)
    : refuse(name, 'a positive whole number');
}

function refuse(name: string, expected: string): never {
  throw new RequestFault(400, 'body', `"${name}" must be ${expected}`);
}
