import type { ArgDefinition, Definition } from '@cuecard/core';
import type { ArgumentDetail, CatalogueEntry, DefinitionDetail } from '../api.js';
import type { SourcePlace } from '../options.js';

/** What else is known of a definition. */
export interface Surroundings {
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
    ...(source !== undefined && { source }),
  };
}

type Schema = Readonly<Record<string, unknown>>;

interface Known {
  readonly completers: Definition['completers'];
  readonly schema: Schema | undefined;
}

function argumentOf(arg: ArgDefinition, { completers, schema = {} }: Known): ArgumentDetail {
  const { name, allowEmpty, completer } = arg;
  return {
    name,
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
