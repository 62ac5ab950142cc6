import type { Contract } from '@cuecard/testing/contract';

/** A labelled list of values of a definition, which are shown as code. */
export interface LabelledValues {
  readonly label: string;
  readonly values: readonly string[];
}

/** The facts of a definition, except its description, arguments and examples. */
export function factsOf(contract: Contract): LabelledValues[] {
  const { uri, uriTemplate, mimeType, labels = [], tags = [], scopes = [], requires = [] } = contract;
  const facts: LabelledValues[] = [
    { label: 'URI', values: asList(uri) },
    { label: 'URI template', values: asList(uriTemplate) },
    { label: 'MIME type', values: asList(mimeType) },
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

function asList(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
