import type { ResourceContents, ResourceLink } from '@cuecard/core';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../state/page.js';

interface Props {
  readonly link: ResourceLink;
  readonly show: (contents: ResourceContents) => ComponentChildren;
}

/** A link to a resource, which can be read in its place. */
export function LinkedResource({ link, show }: Props) {
  const { mcp } = usePage();
  const [read, setRead] = useState<readonly ResourceContents[] | string>();
  const readIt = async () => {
    const { result, error } = await mcp.call('resources/read', { uri: link.uri });
    setRead(error?.message ?? ((result?.['contents'] ?? []) as readonly ResourceContents[]));
  };
  const { title, name, uri, description, mimeType } = link;
  return (
    <div class="linked">
      <p>
        <strong>{title ?? name}</strong> <code>{uri}</code> {mimeType && <span class="muted">{mimeType}</span>}
      </p>
      {description && <p class="muted">{description}</p>}
      {read === undefined && (
        <button type="button" onClick={() => void readIt()}>
          Read it
        </button>
      )}
      {typeof read === 'string' && <p class="fault">{read}</p>}
      {typeof read === 'object' && read.map(show)}
    </div>
  );
}
