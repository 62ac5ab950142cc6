import type { DefinitionDetail } from '../../src/playground/api.js';
import { Markdown } from '../content/markdown.js';
import type { ItemAddress } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';

interface Props {
  readonly detail: DefinitionDetail;
  readonly address: ItemAddress;
}

/** The name and description of an item. */
export function ItemHead({ detail, address }: Props) {
  const { title, name, description, deprecated } = detail;
  const { uri, uriTemplate } = detail.entry as { readonly uri?: string; readonly uriTemplate?: string };
  return (
    <header class="item-head">
      <h1>{title ?? name}</h1>
      <p class="item-facts">
        <code>{uri ?? uriTemplate ?? name}</code>
        <Versions {...{ detail, address }} />
        <Source detail={detail} />
      </p>
      {deprecated !== undefined && <p class="notice">Deprecated. {deprecated === 'true' ? '' : deprecated}</p>}
      {description !== undefined && (
        <div class="description">
          <Markdown text={withoutNotice(description, deprecated)} />
        </div>
      )}
      <Badges detail={detail} />
    </header>
  );
}

function Badges({ detail: { kind, tags = [], labels = [], scopes = [], pack, entry } }: Pick<Props, 'detail'>) {
  const { annotations = {} } = entry as { readonly annotations?: Readonly<Record<string, boolean | undefined>> };
  const facts = [
    ...(kind === 'tool' ? [hintOf(annotations)] : []),
    ...(pack === undefined ? [] : [`pack ${pack}`]),
    ...labels,
    ...tags,
    ...scopes.map((scope) => `scope ${scope}`),
  ];
  if (facts.length === 0) return null;
  return (
    <ul class="badges" aria-label="About it">
      {facts.map((fact) => (
        <li class="badge">{fact}</li>
      ))}
    </ul>
  );
}

function hintOf({ readOnlyHint, destructiveHint }: Readonly<Record<string, boolean | undefined>>): string {
  if (readOnlyHint === true) return 'read-only';
  return destructiveHint === false ? 'not destructive' : 'may be destructive';
}

/** The description begins with the notice, which has a place of its own here. */
function withoutNotice(description: string, deprecated: string | undefined): string {
  const notice = `Deprecated: ${deprecated ?? ''}`;
  return deprecated !== undefined && description.startsWith(notice)
    ? description.slice(notice.length).trim()
    : description;
}

function Versions({ detail, address }: Props) {
  const page = usePage();
  const { version, versions, name, kind } = detail;
  if (version === undefined) return null;
  if (versions.length === 0) return <span class="muted">version {version}</span>;
  const choose = ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) => {
    const { tab } = address;
    page.go({ kind, name: value === '' ? name : `${name}@${value}`, ...(tab && { tab }) });
  };
  const all = [{ version, labels: detail.labels ?? [] }, ...versions];
  return (
    <select aria-label="Version" value={address.name.split('@')[1] ?? ''} onChange={choose}>
      <option value="">{address.name.includes('@') ? 'the chosen version' : `${version} (chosen)`}</option>
      {all
        .filter((each) => each.version !== version || address.name.includes('@'))
        .map((each) => (
          <option value={each.version}>{[each.version, ...each.labels].join(' · ')}</option>
        ))}
    </select>
  );
}

function Source({ detail: { source } }: { readonly detail: DefinitionDetail }) {
  const page = usePage();
  const project = useStore(page.project);
  if (source === undefined) return null;
  const where = source.line === undefined ? source.path : `${source.path}:${source.line}`;
  // The column has no room for the whole path, and files of one name differ by their folder.
  const short = where.split('/').slice(-2).join('/');
  if (project?.opens !== true) return <code title={where}>{short}</code>;
  return (
    <button
      type="button"
      class="quiet source"
      title={where}
      aria-label={`Open ${where} in the editor`}
      onClick={() => void page.open(source)}
    >
      <code>{short}</code>
    </button>
  );
}
