import type { BlobResourceContents, ContentBlock, ResourceContents, ResourceLink } from '@cuecard/core';
import { useState } from 'preact/hooks';
import { parseJson } from '../form/typed.js';
import { sizeText } from '../result/measures.js';
import { messageOf, usePage } from '../state/page.js';
import { Json } from './json.js';
import { Text } from './text.js';

interface Props {
  readonly block: ContentBlock;
  readonly isPlain: boolean;
}

/** A block of content, of any kind. */
export function Block({ block, isPlain }: Props) {
  switch (block.type) {
    case 'text':
      return <Text text={block.text} isPlain={isPlain} />;
    case 'image':
    case 'audio':
      return <Media media={block} isPlain={isPlain} />;
    case 'resource':
      return <Contents contents={block.resource} isPlain={isPlain} />;
    case 'resource_link':
      return isPlain ? <pre class="plain">{linkText(block)}</pre> : <LinkedResource link={block} />;
    default:
      return <UnknownBlock block={block} />;
  }
}

/** A block of a newer revision. */
function UnknownBlock({ block }: { readonly block: { readonly type: string } }) {
  return (
    <>
      <p class="notice small">Unknown content type “{block.type}”, shown as JSON.</p>
      <Json value={block} label="Unknown content" />
    </>
  );
}

/** The contents of a resource. */
function Contents({ contents, isPlain }: { readonly contents: ResourceContents; readonly isPlain: boolean }) {
  const { uri, mimeType = '' } = contents;
  const text = 'text' in contents ? contents.text : '';
  const value = /\bjson\b/.test(mimeType) && !isPlain ? parseJson(text) : text;
  return (
    <figure class="contents">
      <figcaption>
        <code>{uri}</code> <span class="muted">{mimeType}</span>
      </figcaption>
      {'blob' in contents && <Media media={mediumOf(contents)} />}
      {value !== text && <Json value={value} label="Contents" />}
      {'text' in contents && value === text && <Text text={text} isPlain={isPlain || !mimeType.includes('markdown')} />}
    </figure>
  );
}

interface Medium {
  readonly type: 'image' | 'audio' | 'file';
  readonly data: string;
  readonly mimeType: string;
  /** The file name of a download. */
  readonly name?: string | undefined;
}

function mediumOf({ uri, blob, mimeType = 'application/octet-stream' }: BlobResourceContents): Medium {
  const [type] = mimeType.split('/');
  const name = /[^/?#]+(?=[?#]|$)/.exec(uri)?.[0];
  return { type: type === 'image' || type === 'audio' ? type : 'file', data: blob, mimeType, name };
}

/** An image or audio, or only its description; and a link that saves it. */
function Media({ media, isPlain = false }: { readonly media: Medium; readonly isPlain?: boolean }) {
  const { type, data, mimeType } = media;
  const isSafe = /^[\w.+-]+\/[\w.+-]+$/.test(mimeType);
  const source = `data:${isSafe ? mimeType : 'application/octet-stream'};base64,${data}`;
  const isShown = isSafe && !isPlain && mimeType.startsWith(`${type}/`);
  return (
    <figure class="media">
      {isShown && type === 'image' && <img src={source} alt="What the model sees" />}
      {isShown && type === 'audio' && <audio controls src={source} />}
      <figcaption>
        {type} · {mimeType} · {sizeText((data.length * 3) / 4)} ·{' '}
        <a href={source} download={media.name ?? `${type}.${mimeType.replace(/^.*\/|\+.*$/g, '')}`}>
          Download
        </a>
      </figcaption>
    </figure>
  );
}

function linkText({ uri, name, title, description, mimeType }: ResourceLink): string {
  return [title ?? name, uri, mimeType, description].filter(Boolean).join('\n');
}

/** A link to a resource, and a button that reads it. */
function LinkedResource({ link }: { readonly link: ResourceLink }) {
  const { mcp } = usePage();
  const [contents, setContents] = useState<readonly ResourceContents[] | string>();
  const read = async () => {
    const { result, error } = await mcp.call('resources/read', { uri: link.uri });
    setContents(error?.message ?? ((result?.['contents'] ?? []) as readonly ResourceContents[]));
  };
  const { title, name, uri, description, mimeType } = link;
  return (
    <div class="linked column">
      <p>
        <strong>{title ?? name}</strong> <code>{uri}</code> {mimeType && <span class="muted">{mimeType}</span>}
      </p>
      {description && <p class="muted">{description}</p>}
      {contents === undefined && (
        <button type="button" onClick={() => void read().catch((error: unknown) => setContents(messageOf(error)))}>
          Read resource
        </button>
      )}
      {typeof contents === 'string' && <p class="fault small">{contents}</p>}
      {typeof contents === 'object' && contents.map((each) => <Contents contents={each} isPlain={false} />)}
    </div>
  );
}
