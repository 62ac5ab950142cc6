import { readdirSync, readFileSync } from 'node:fs';
import type { Json } from './raw.ts';

/** A message as a host wrote it. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly requestState?: string; readonly [name: string]: Json };
}

/** A line over stdio, or a request over HTTP, as a host sent it. */
export interface Sent {
  readonly method?: 'POST' | 'GET' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: Message;
}

/** The start of a conversation, which is a process of the host. */
interface Head {
  /** The input of the user, or a description of other events. */
  readonly typed: string;
  readonly over: 'stdio' | 'HTTP';
  /** The rejected request after which the host used a revision before 2026-07-28. */
  readonly refused?: string;
}

export interface Conversation extends Head {
  readonly sent: readonly Sent[];
}

const FOLDER = new URL('../fixtures/hosts/', import.meta.url);

/** Reads the recorded messages of hosts to the server of `host-desk.ts`, by host. */
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

/** Whether a host waits for an answer to a message. */
export function isAnswered({ id, method }: Message): boolean {
  return id !== undefined && method !== undefined && method !== 'subscriptions/listen';
}

/** Replaces the recorded `requestState` of a message by the state of this server. */
export function withState(message: Message, state: string | undefined): Message {
  if (message.params?.requestState === undefined) return message;
  return { ...message, params: { ...message.params, requestState: state ?? '' } };
}
