import type { Contract, ExampleContract, Schema } from '@cuecard/testing/contract';
import { anchorOf, fullName } from './catalogue.js';
import { descriptionOf, factsOf } from './facts.js';
import { code, codeBlock, inline, paragraphs } from './markdown-text.js';
import { messageText } from './message-text.js';
import { type Row, rowsOf } from './schema-rows.js';

/** A definition as a section of a page. */
export function definitionMarkdown(contract: Contract): string[] {
  const { title, deprecated, arguments: args, output, examples = [] } = contract;
  const heading = title === undefined ? code(fullName(contract)) : `${inline(title)} (${code(fullName(contract))})`;
  return [
    `<a id="${anchorOf(contract)}"></a>`,
    `### ${heading}`,
    ...(deprecated === undefined ? [] : [`**Deprecated**: ${inline(deprecated)}`]),
    ...paragraphs(descriptionOf(contract)),
    ...factsMarkdown(contract),
    ...table(contract.kind === 'resource' ? 'Variables' : 'Arguments', args, contract.completes ?? []),
    ...table('Output', output),
    ...examples.flatMap((example) => exampleMarkdown(example, contract)),
  ];
}

function factsMarkdown(contract: Contract): string[] {
  const lines = factsOf(contract).map(({ label, values }) => `- ${label}: ${values.map(code).join(', ')}`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function table(title: string, schema: Schema | undefined, completes?: readonly string[]): string[] {
  const rows = schema === undefined ? [] : rowsOf(schema);
  if (rows.length === 0) return [];
  const columns = columnsOf(rows, completes);
  const lines = [
    columns.map(({ name }) => name),
    columns.map(() => '---'),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return [`#### ${title}`, lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

interface Column {
  readonly name: string;
  readonly cell: (row: Row) => string;
}

function columnsOf(rows: readonly Row[], completes: readonly string[] | undefined): Column[] {
  return [
    { name: 'name', cell: ({ name }) => code(name) },
    { name: 'type', cell: ({ type }) => inline(type) },
    { name: 'required', cell: ({ isRequired }) => (isRequired ? 'yes' : 'no') },
    ...(rows.some((row) => row.default !== undefined)
      ? [{ name: 'default', cell: (row: Row) => code(row.default ?? '') }]
      : []),
    ...(rows.some(({ choices }) => choices.length > 0)
      ? [{ name: 'choices', cell: ({ choices }: Row) => choices.map(code).join(', ') }]
      : []),
    ...(completes !== undefined && completes.length > 0
      ? [{ name: 'completed', cell: ({ name }: Row) => (completes.includes(name) ? 'yes' : '') }]
      : []),
    { name: 'description', cell: ({ description }) => inline(description) },
  ];
}

function exampleMarkdown({ arguments: given, messages, error, varies }: ExampleContract, { kind }: Contract): string[] {
  const about = kind === 'prompt' && messages !== undefined ? 'Example, and what it renders' : 'Example';
  return [
    `#### ${about}`,
    codeBlock(JSON.stringify(given, undefined, 2), 'json'),
    ...(error === undefined ? [] : [`It is answered with the error ${error}.`]),
    ...(varies === true ? ['It renders differently each time.'] : []),
    ...(varies === true ? [] : (messages ?? [])).flatMap((each) => [
      `**${each.role}**`,
      codeBlock(messageText(each), 'text'),
    ]),
  ];
}
