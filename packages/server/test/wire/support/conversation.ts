import { readdirSync, readFileSync } from 'node:fs';
import type { Json } from './raw.ts';

/** A message as a host wrote it. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly requestState?: string; readonly [name: string]: Json };
}

/** What a host sent: a line over stdio, or a request over HTTP. */
export interface Sent {
  readonly method?: 'POST' | 'GET' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: Message;
}

/** Begins a conversation: a process of the host. */
interface Head {
  /** What a person typed, or what happened instead. */
  readonly typed: string;
  readonly over: 'stdio' | 'HTTP';
  /** The request that the host was refused, after which it spoke as before 2026-07-28. */
  readonly refused?: string;
}

export interface Conversation extends Head {
  readonly sent: readonly Sent[];
}

const FOLDER = new URL('../fixtures/hosts/', import.meta.url);

/** What hosts sent to the desk of `host-desk.ts`, word for word, by host. */
export function conversations(): ReadonlyMap<string, readonly Conversation[]> {
  return new Map(readdirSync(FOLDER).map((file) => [file.replace(/-\d[^-]*\.jsonl$/, ''), conversationsIn(file)]));
}

function conversationsIn(file: string): readonly Conversation[] {
  const found: (Head & { readonly sent: Sent[] })[] = [];
  for (const line of readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n')) {
    const read = JSON.parse(line) as Head | Sent;
    if ('typed' in read) found.push({ ...read, sent: [] });
    else found.at(-1)?.sent.push(read);
  }
  return found;
}

/** Whether a message is a request whose answer a host waits for. */
export function isAnswered({ id, method }: Message): boolean {
  return id !== undefined && method !== undefined && method !== 'subscriptions/listen';
}

/** A message with what the server has given its client, where the host had another. */
export function withState(message: Message, state: string | undefined): Message {
  if (message.params?.requestState === undefined) return message;
  return { ...message, params: { ...message.params, requestState: state ?? '' } };
}
