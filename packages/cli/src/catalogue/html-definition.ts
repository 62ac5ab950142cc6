import type { Contract, ExampleContract, Schema } from '@cuecard/testing/contract';
import { anchorOf, fullName } from './catalogue.js';
import { descriptionOf, factsOf } from './facts.js';
import { Html, markup } from './html-text.js';
import { messageText } from './message-text.js';
import { type Row, rowsOf } from './schema-rows.js';

const NOTHING = new Html('');

/** A definition as a part of the page. */
export function definitionHtml(contract: Contract): Html {
  const { kind, title, deprecated, arguments: args, output, examples = [] } = contract;
  const name = markup`<code>${fullName(contract)}</code>`;
  const notice = markup`<p class="deprecated"><strong>Deprecated</strong>: ${deprecated ?? ''}</p>`;
  const parts = [
    markup`<h3>${title === undefined ? name : markup`${title} ${name}`}</h3>`,
    ...(deprecated === undefined ? [] : [notice]),
    ...paragraphsOf(descriptionOf(contract)),
    factsHtml(contract),
    table(kind === 'resource' ? 'Variables' : 'Arguments', args, contract.completes ?? []),
    table('Output', output),
    ...examples.map(exampleHtml),
  ];
  return markup`<article id="${anchorOf(contract)}">${parts}</article>`;
}

function paragraphsOf(text: string): Html[] {
  const texts = text.split(/\r?\n[ \t]*\r?\n/).filter((each) => each.trim() !== '');
  return texts.map((each) => markup`<p>${each}</p>`);
}

function factsHtml(contract: Contract): Html {
  const facts = factsOf(contract).map(({ label, values }) => {
    const shown = values.map((value) => markup`<code>${value}</code>`);
    return markup`<div><dt>${label}</dt><dd>${shown}</dd></div>`;
  });
  return facts.length === 0 ? NOTHING : markup`<dl>${facts}</dl>`;
}

function table(title: string, schema: Schema | undefined, completes: readonly string[] = []): Html {
  const rows = schema === undefined ? [] : rowsOf(schema);
  if (rows.length === 0) return NOTHING;
  const cells = rows.map((row) => cellsOf(row, completes));
  const isKept = (at: number) => ALWAYS.has(NAMES[at] ?? '') || cells.some((each) => each[at] !== NOTHING);
  const heads = NAMES.filter((_, at) => isKept(at)).map((name) => markup`<th scope="col">${name}</th>`);
  const lines = cells.map(([first = NOTHING, ...rest]) => {
    const others = rest.filter((_, at) => isKept(at + 1)).map((cell) => markup`<td>${cell}</td>`);
    return markup`<tr><th scope="row">${first}</th>${others}</tr>`;
  });
  const whole = markup`<table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>`;
  return markup`<h4>${title}</h4><div class="table" tabindex="0" role="region" aria-label="${title}">${whole}</div>`;
}

const NAMES = ['name', 'type', 'required', 'default', 'choices', 'completed', 'description'] as const;
const ALWAYS = new Set<string>(['name', 'type', 'required', 'description']);

function cellsOf(row: Row, completes: readonly string[]): Html[] {
  const choices = row.choices.map((choice) => markup`<code>${choice}</code>`);
  return [
    markup`<code>${row.name}</code>`,
    markup`${row.type}`,
    markup`${row.isRequired ? 'yes' : 'no'}`,
    row.default === undefined ? NOTHING : markup`<code>${row.default}</code>`,
    choices.length === 0 ? NOTHING : markup`${choices}`,
    completes.includes(row.name) ? markup`yes` : NOTHING,
    markup`${row.description}`,
  ];
}

function exampleHtml({ arguments: given, messages = [], error, varies }: ExampleContract): Html {
  const shown = varies === true ? [] : messages;
  const parts = [
    markup`<h4>Example</h4><pre>${JSON.stringify(given, undefined, 2)}</pre>`,
    ...(error === undefined ? [] : [markup`<p>It is answered with the error ${error}.</p>`]),
    ...(varies === true ? [markup`<p>Its texts differ each time.</p>`] : []),
    ...shown.map((message) => markup`<p class="role">${message.role}</p><pre>${messageText(message)}</pre>`),
  ];
  return markup`${parts}`;
}
