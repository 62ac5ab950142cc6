import type { DefinitionDetail } from '../../src/playground/api.js';
import { Markdown } from '../content/markdown.js';
import { Place } from '../shell/source-link.js';
import type { ItemAddress } from '../state/address.js';
import { usePage } from '../state/page.js';

interface Props {
  readonly detail: DefinitionDetail;
  readonly address: ItemAddress;
}

/** The name and description of an item. */
export function ItemHead({ detail, address }: Props) {
  const { title, name, description, deprecated, source } = detail;
  const { uri, uriTemplate } = detail.entry as { readonly uri?: string; readonly uriTemplate?: string };
  const identifier = uri ?? uriTemplate ?? (title === undefined ? undefined : name);
  // A long name breaks after a word.
  const words = (title ?? name).split(/(?<=_)/).flatMap((word) => [word, <wbr />]);
  return (
    <header class="item-head column">
      <h1>{words}</h1>
      <p class="item-facts row small muted">
        {identifier !== undefined && <code>{identifier}</code>}
        <Versions {...{ detail, address }} />
        <Place where={source} isShort />
      </p>
      {deprecated !== undefined && <p class="notice small">Deprecated. {deprecated === 'true' ? '' : deprecated}</p>}
      {description !== undefined && (
        <div class="description muted">
          <Markdown text={description} />
        </div>
      )}
      <ul class="badges row" aria-label="Details">
        {factsOf(detail).map((fact) => (
          <li class="badge tiny muted">{fact}</li>
        ))}
      </ul>
    </header>
  );
}

function factsOf({ kind, tags = [], labels = [], scopes = [], pack, entry }: DefinitionDetail): readonly string[] {
  const { annotations = {} } = entry as { readonly annotations?: Readonly<Record<string, boolean | undefined>> };
  return [
    ...(kind === 'tool' ? [hintOf(annotations)] : []),
    ...(pack === undefined ? [] : [`pack ${pack}`]),
    ...labels,
    ...tags,
    ...scopes.map((scope) => `scope ${scope}`),
  ];
}

function hintOf({ readOnlyHint, destructiveHint }: Readonly<Record<string, boolean | undefined>>): string {
  if (readOnlyHint === true) return 'read-only';
  return destructiveHint === false ? 'not destructive' : 'may be destructive';
}

function Versions({ detail, address: { name: requested, tab } }: Props) {
  const page = usePage();
  const { version, versions, name, kind, labels = [] } = detail;
  if (version === undefined) return null;
  if (versions.length === 0) return <span class="muted">version {version}</span>;
  const isRequested = requested.includes('@');
  const listed = isRequested ? [{ version, labels }, ...versions] : versions;
  const choose = (value: string) => {
    page.go({ kind, name: value === '' ? name : `${name}@${value}`, ...(tab && { tab }) });
  };
  return (
    <select
      aria-label="Version"
      value={requested.split('@')[1] ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{isRequested ? 'default version' : `${version} (default)`}</option>
      {listed.map((each) => (
        <option value={each.version}>{[each.version, ...each.labels].join(' · ')}</option>
      ))}
    </select>
  );
}
