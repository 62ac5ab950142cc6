import type { ArgDefinition, Definition, KindName } from '@cuecard/core';
import type { ArgumentDetail, CatalogueEntry, DefinitionDetail } from '../api.js';
import type { SourcePlace } from '../options.js';
import { RequestFault } from '../http/api-routes.js';
import { KINDS } from './catalogue.js';

/** What else is known of a definition. */
interface Surroundings {
  readonly entry: CatalogueEntry;
  /** All versions of its name, highest first. */
  readonly versions: readonly Definition[];
  readonly source: SourcePlace | undefined;
}

/** All that the page shows of a definition before anyone calls it. */
export function detailOf(definition: Definition, { entry, versions, source }: Surroundings): DefinitionDetail {
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
    ...(definition.method.isDeclared && { method: definition.method.name }),
    ...(source !== undefined && { source }),
  };
}

type Schema = Readonly<Record<string, unknown>>;

interface Known {
  readonly completers: Definition['completers'];
  readonly schema: Schema | undefined;
}

function argumentOf(arg: ArgDefinition, { completers, schema = {} }: Known): ArgumentDetail {
  const { name, property, allowEmpty, completer } = arg;
  return {
    name,
    ...(property !== name && { property }),
    isCompleted: completers.has(name) || completer !== undefined,
    allowsEmpty: allowEmpty,
    mayHaveLines: isFreeText(schema),
  };
}

/** The keywords that leave no room for several lines. */
const NARROW = ['enum', 'const', 'format', 'pattern', 'contentEncoding'];

/** The rules of class-validator that do the same, and that a schema can only name. */
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
 * A place in a file of the project, as a request names it.
 * @throws {RequestFault} if it is none, or leads out of the project
 */
export function placeIn(given: unknown): SourcePlace {
  const path = textIn(given, 'path');
  const [line, column] = [countIn(given, 'line'), countIn(given, 'column')];
  if (/^[/\\]|^[a-z]:|\0/i.test(path) || path.split(/[/\\]/).includes('..'))
    throw new RequestFault(400, 'body', '"path" must be a path within the project');
  return { path, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}

// The members of what the page sends. Each function throws a `RequestFault` that names the member.

export function memberOf(given: unknown, name: string): unknown {
  return typeof given === 'object' && given !== null && Object.hasOwn(given, name)
    ? (given as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export function textIn(given: unknown, name: string): string {
  const value = memberOf(given, name);
  return typeof value === 'string' && value !== '' ? value : refuse(name, 'a text');
}

export function kindIn(given: unknown): KindName {
  const value = memberOf(given, 'kind');
  return KINDS.find((kind) => kind === value) ?? refuse('kind', `one of ${KINDS.join(', ')}`);
}

/** Texts among those that are possible. */
export function choicesIn(given: unknown, name: string, among: readonly string[]): readonly string[] {
  const value = memberOf(given, name);
  const isList = Array.isArray(value) && value.every((each) => among.includes(each as string));
  return isList ? [...new Set(value as string[])] : refuse(name, `a list of ${among.join(', ')}`);
}

export function objectIn(given: unknown, name: string): Readonly<Record<string, unknown>> {
  const value = memberOf(given, name);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : refuse(name, 'an object');
}

/** A number counted from 1, if it is given. */
function countIn(given: unknown, name: string): number | undefined {
  const value = memberOf(given, name);
  return value === undefined || (Number.isSafeInteger(value) && Number(value) > 0)
    ? (value as number | undefined)
    : refuse(name, 'a whole number from 1 on');
}

function refuse(name: string, expected: string): never {
  throw new RequestFault(400, 'body', `"${name}" must be ${expected}`);
}
