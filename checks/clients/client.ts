import { fileURLToPath } from 'node:url';
import type { Capability } from './capabilities.js';
import type { View } from './views.js';

/** A way to a server that a client may offer. */
export type Way = 'HTTP' | 'stdio';

/** Where a desk is: at a URL, and as a command that starts one over stdio. */
export interface Address {
  readonly url: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

/** A server with prompts, tools and resources, and one next to it that has prompts alone. */
export interface Desk {
  readonly full: Address;
  readonly bare: Address;
}

export interface PromptCall {
  readonly name: string;
  readonly arguments: Record<string, string>;
}

export type CompletionCall = {
  readonly ref: { readonly type: 'ref/prompt'; readonly name: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context: { readonly arguments: Record<string, string> };
};

export interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, string | number>;
}

/** What a user fills in, which is whatever the form is. */
export type Form = Record<string, string | number>;

/** The user of a client. */
export interface User {
  answer(message: string, schema: unknown): Form;
  /** The client has heard that the prompts have changed. */
  notice(): void;
}

/** A client that is connected, with the methods that it offers. */
export interface Client {
  /** Lets the user know of changes; other clients do so from the start. */
  watchPrompts?(): Promise<void>;
  listPrompts?(): Promise<unknown>;
  getPrompt?(call: PromptCall): Promise<unknown>;
  complete?(call: CompletionCall): Promise<unknown>;
  listTools?(): Promise<unknown>;
  callTool?(call: ToolCall): Promise<unknown>;
  listResources?(): Promise<unknown>;
  readResource?(uri: string): Promise<unknown>;
  close(): Promise<void>;
}

/** What a client makes of a capability, where that is not all that the desk says. */
export interface Difference {
  readonly view: View;
  /** For the table. @default 'yes', for a client that says the same in another form */
  readonly verdict?: 'partly' | 'no';
  readonly because?: string;
}

/** A client, and what is expected of it: everything else is a fault, also if more works than that. */
export interface Entry {
  readonly title: string;
  /** Which of several ways to run it. */
  readonly mode?: string;
  /** The name of its package, as it is installed. */
  readonly installed: string;
  readonly ways: readonly Way[];
  connect(way: Way, address: Address, user: User): Promise<Client>;
  /** The revision in which it asks. */
  readonly revision: string;
  /** What it makes of every answer. */
  readonly view?: View;
  /** What it does not offer, and why. */
  readonly lacks: Partial<Record<Capability, string>>;
  readonly differs: Partial<Record<Capability, Difference>>;
}

/** The file of a package that is installed here. */
export function fileOf(path: string): string {
  return fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
}
