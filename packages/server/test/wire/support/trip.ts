import { Arg, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { IsIn, MinLength } from 'class-validator';
import type { Closable } from '../../support/closables.ts';
import type { Host, Hosting } from './hosts.ts';
import type { OfficialClient, Setup } from './users.ts';
import { isSelfContained, type Version } from './versions.ts';

/** The form for the user. */
export class Traveller {
  @Arg({ description: 'Who travels' })
  @MinLength(2)
  name!: string;
}

class TripArgs {
  @Arg()
  city!: string;

  @Arg()
  @IsIn(['train', 'plane'])
  by = 'train';
}

/** The errors and warnings in the log of servers. */
export const log: string[] = [];
export const logger = { error: (message: string) => log.push(message), warn: (message: string) => log.push(message) };

/** Creates a runtime with a prompt that asks who travels. */
export function travels(limits = {}): Runtime {
  @Prompt({ args: TripArgs })
  class Trip implements PromptHandler<TripArgs> {
    async render({ city, by }: TripArgs, context: RequestContext) {
      const { name } = await context.ask(Traveller, 'Who travels?');
      return `${name} to ${city} by ${by}`;
    }
  }
  return new Runtime({ prompts: [Trip], limits, askForMissing: true, logger });
}

export const said = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
export const accept = (content: ElicitResult['content']): ElicitResult => ({ action: 'accept', content });
const missing = { argument: 'name', rule: 'isDefined', message: 'name is required' };
export const trip = { city: 'Oslo' };

/** The error of the prompt without an answer of the user. */
export const required = (reason: string) => ({
  code: -32602,
  message: `Prompt "trip" needs more input, but ${reason}: ${missing.message}`,
  data: { errors: [missing] },
});

/** The error for a client that cannot show forms. Since 2026-07-28 it contains only the required capability. */
export const unable = (version: Version) => {
  const error = required('this client does not support elicitation');
  if (!isSelfContained(version)) return error;
  return { ...error, code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } };
};

/** Returns the error of a request, without the prefix that the SDKs add. */
export async function refusal(answer: Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await answer };
  } catch (error) {
    const { code, message, data } = error as { code?: unknown; message: string; data?: unknown };
    return { code, message: message.replace(/^MCP error -\d+: /, ''), ...(data !== undefined && { data }) };
  }
}

/** Starts a server and connects a client; both are closed after the test. */
export async function meet(
  open: Closable[],
  hosting: Hosting,
  version: Version,
  setup: Setup & { limits?: object } = {},
): Promise<{ client: OfficialClient; host: Host }> {
  const host = await hosting(travels(setup.limits));
  open.push(host);
  const client = await host.meet(version, setup);
  open.push(client);
  return { client, host };
}
