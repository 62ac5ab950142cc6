import type { DefinitionDetail } from '../../src/playground/api.js';
import { Markdown } from '../content/markdown.js';
import type { ItemAddress } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';

interface Props {
  readonly detail: DefinitionDetail;
  readonly address: ItemAddress;
}

/** What an item is. */
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

function Badges({ detail }: { readonly detail: DefinitionDetail }) {
  const { kind, tags = [], labels = [], scopes = [], pack } = detail;
  const facts = [
    ...(pack === undefined ? [] : [`pack ${pack}`]),
    ...labels,
    ...tags,
    ...scopes.map((each) => `scope ${each}`),
  ];
  if (facts.length === 0 && kind !== 'tool') return null;
  return (
    <ul class="badges" aria-label="About it">
      {kind === 'tool' && <ToolHints detail={detail} />}
      {facts.map((each) => (
        <li class="badge">{each}</li>
      ))}
    </ul>
  );
}

/** The description begins with the notice, which has a place of its own here. */
function withoutNotice(description: string, deprecated: string | undefined): string {
  const notice = `Deprecated: ${deprecated ?? ''}`;
  return deprecated !== undefined && description.startsWith(notice)
    ? description.slice(notice.length).trim()
    : description;
}

function ToolHints({ detail }: { readonly detail: DefinitionDetail }) {
  const { annotations = {} } = detail.entry as { readonly annotations?: Readonly<Record<string, boolean | undefined>> };
  const { readOnlyHint, destructiveHint } = annotations;
  if (readOnlyHint === true) return <li class="badge">read-only</li>;
  return <li class="badge badge-warning">{destructiveHint === false ? 'not destructive' : 'may be destructive'}</li>;
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
  // The folder tells files of one name apart; the whole path would be longer than the column.
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
