import { inspect } from 'node:util';
import { Arg, definePrompt, type Interceptor, type Logger, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';
import { GreetingPrompt, ReleaseNotesPrompt } from './prompts.js';

declare module '@cuecard/core' {
  interface ContextBag {
    tenant?: string;
  }
}

/** Puts the tenant of the caller into the bag. */
export const tenantOfCaller: Interceptor = ({ context }, next) => {
  context.bag.tenant = String(context.auth?.claims?.['tenant'] ?? 'public');
  return next();
};

/** Writes a line of JSON to stderr. */
function write(level: string, message: string, data?: unknown): void {
  process.stderr.write(`${JSON.stringify({ level, message, data: data === undefined ? undefined : inspect(data) })}\n`);
}

export const logger: Logger = {
  error: (message, cause) => write('error', message, cause),
  warn: (message, data) => write('warn', message, data),
  info: (message, data) => write('info', message, data),
};

export const runtime = new Runtime({
  prompts: [GreetingPrompt, ReleaseNotesPrompt],
  resolver: fromContainer(container),
  interceptors: [tenantOfCaller],
  askForMissing: true,
  pageSize: 1000,
  logger,
  limits: { renderMs: 10_000, askMs: 60_000, messages: 20 },
});

/** A prompt that came from a form, a file or a table. */
export interface Row {
  readonly name: string;
  readonly text: string;
}

/** Adds prompts from data. */
export function publish(rows: readonly Row[]): void {
  const prompts = rows.map(({ name, text }) => definePrompt({ name, render: () => text }));
  runtime.replace(runtime.registry.with(...prompts));
}

/** Serves them no more. */
export function withdraw(rows: readonly Row[]): void {
  runtime.replace(runtime.registry.without(rows.map(({ name }) => name)));
}

@Prompt({ description: 'Deletes nothing, but asks for it', asTool: false })
class CleanUpPrompt implements PromptHandler {
  render = () => 'List the files that nobody needs any more.';
}

export const forHosts = new Runtime({
  prompts: [ReleaseNotesPrompt, CleanUpPrompt],
  promptsAsTools: true,
  clients: {
    opencode: false,
    'house-chat': { client: ['house-chat', 'house-chat-beta'], drops: ['audio'], firstMessageOnly: true },
    kiosk: { client: ({ capabilities }) => capabilities?.['elicitation'] === undefined, lacksPrompts: true },
  },
});

class BrokenArgs {
  @Arg()
  count!: number | 'all'; // A union is lost when the program runs.
}

@Prompt({ args: BrokenArgs })
class BrokenPrompt implements PromptHandler<BrokenArgs> {
  render = () => '';
}

/** Serves all definitions without faults. */
export function serveTheRest(): Runtime {
  return new Runtime({ prompts: [ReleaseNotesPrompt, BrokenPrompt], onFault: 'isolate' });
}
