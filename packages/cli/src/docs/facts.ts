import type { Contract } from '@cuecard/testing/contract';

/** A line about a definition: what it is, and its values as they are written in code. */
export interface Fact {
  readonly label: string;
  readonly values: readonly string[];
}

/** What a catalogue says of a definition beside its texts, arguments and examples. */
export function factsOf(contract: Contract): Fact[] {
  const { uri, uriTemplate, mimeType, labels = [], tags = [], scopes = [], requires = [] } = contract;
  const facts: Fact[] = [
    { label: 'URI', values: listed(uri) },
    { label: 'URI template', values: listed(uriTemplate) },
    { label: 'MIME type', values: listed(mimeType) },
    { label: 'Labels', values: labels },
    { label: 'Tags', values: tags },
    { label: 'Needs the scopes', values: scopes },
    { label: 'Needs the services', values: requires },
    { label: 'Hints', values: hintsOf(contract) },
  ];
  return facts.filter(({ values }) => values.length > 0);
}

/** The description without the notice that it is deprecated. */
export function descriptionOf({ description = '', deprecated }: Contract): string {
  if (deprecated === undefined) return description;
  const notice = `Deprecated: ${deprecated}`;
  return description.startsWith(notice) ? description.slice(notice.length).replace(/^[.!?]?\s*/, '') : description;
}

function hintsOf({ annotations = {} }: Contract): string[] {
  const hints = Object.entries(annotations).filter(([name]) => name !== 'title'); // It is in the heading.
  return hints.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
}

function listed(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
