import type {
  AudioContent,
  BlobResourceContents,
  ContentBlock,
  ImageContent,
  ResourceContents,
  ResourceLink,
} from '@cuecard/core';
import type { JSX } from 'preact';
import { sizeText } from '../result/measures.js';
import { Json } from './json.js';
import { LinkedResource } from './linked-resource.js';
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
      return isPlain ? <Attachment media={block} /> : <Media media={block} />;
    case 'resource':
      return <Contents contents={block.resource} isPlain={isPlain} />;
    case 'resource_link':
      return isPlain ? <pre class="plain">{linkText(block)}</pre> : <LinkedResource link={block} show={shownPlainly} />;
    default:
      return <Json value={block} label="Content of an unknown kind" />;
  }
}

function shownPlainly(contents: ResourceContents): JSX.Element {
  return <Contents contents={contents} isPlain={false} />;
}

/** The contents of a resource. */
function Contents({ contents, isPlain }: { readonly contents: ResourceContents; readonly isPlain: boolean }) {
  const { uri, mimeType = '' } = contents;
  return (
    <figure class="contents">
      <figcaption>
        <code>{uri}</code> <span class="muted">{mimeType}</span>
      </figcaption>
      {'blob' in contents ? <Blob contents={contents} /> : <Written {...{ text: contents.text, mimeType, isPlain }} />}
    </figure>
  );
}

function Written({
  text,
  mimeType,
  isPlain,
}: {
  readonly text: string;
  readonly mimeType: string;
  readonly isPlain: boolean;
}) {
  const value = /\bjson\b/.test(mimeType) && !isPlain ? parsed(text) : undefined;
  if (value !== undefined) return <Json value={value} label="Contents" />;
  const isMarkdown = /markdown/.test(mimeType);
  return <Text text={text} isPlain={isPlain || !isMarkdown} />;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function Blob({
  contents: { blob, mimeType = 'application/octet-stream' },
}: {
  readonly contents: BlobResourceContents;
}) {
  const type = mimeType.split('/')[0];
  const media = { data: blob, mimeType };
  if (type === 'image' || type === 'audio') return <Media media={{ ...media, type }} />;
  return <Attachment media={{ ...media, type: 'file' }} />;
}

interface Medium extends Pick<ImageContent | AudioContent, 'data' | 'mimeType'> {
  readonly type: 'image' | 'audio' | 'file';
}

function Media({ media }: { readonly media: Medium }) {
  const { type, data, mimeType } = media;
  if (!/^(image|audio)\/[\w.+-]+$/.test(mimeType)) return <Attachment media={media} />;
  const source = `data:${mimeType};base64,${data}`;
  return (
    <figure class="media">
      {type === 'image' ? <img src={source} alt="What the model sees" /> : <audio controls src={source} />}
      <figcaption>{described(media)}</figcaption>
    </figure>
  );
}

function Attachment({ media }: { readonly media: Medium }) {
  return <p class="attachment">{described(media)}</p>;
}

function described({ type, data, mimeType }: Medium): string {
  return `${type === 'audio' ? 'sound' : type} · ${mimeType} · ${sizeText((data.length * 3) / 4)}`;
}

function linkText({ uri, name, title, description, mimeType }: ResourceLink): string {
  return [title ?? name, uri, mimeType, description].filter(Boolean).join('\n');
}
