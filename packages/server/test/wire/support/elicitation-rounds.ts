import { Arg, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { type HandlerOptions, serveHttp } from '@cuecard/server';
import { MinLength } from 'class-validator';
import { closables } from '../../support/closables.ts';
import { ask, type Asked, outcome } from './modern.ts';

export class Traveller {
  @Arg()
  @MinLength(2)
  name!: string;
}
class Means {
  @Arg()
  by!: string;
}
class TripArgs {
  @Arg()
  city = 'Oslo';
  @Arg()
  days = 1;
}

@Prompt({ args: TripArgs })
export class Trip implements PromptHandler<TripArgs> {
  async render({ city, days }: TripArgs, context: RequestContext) {
    const { name } = await context.ask(Traveller, 'Who travels?');
    const { by } = await context.ask(Means, `How does ${name} travel?`);
    return `${name} to ${city} by ${by} for ${days}`;
  }
}
@Prompt({ args: TripArgs })
class OtherTrip extends Trip {}

@Prompt()
class Together implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const people = [context.ask(Traveller, 'Who travels?'), context.ask(Traveller, 'Who travels?')];
    const [[one, other], { by }] = await Promise.all([Promise.all(people), context.ask(Means, 'How?')]);
    return `${one?.name} and ${other?.name} by ${by}`;
  }
}

@Prompt()
class Careless implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const name = await context.ask(Traveller, 'Who travels?').then(
      (traveller) => traveller.name,
      () => 'nobody',
    );
    return `${name} travels`;
  }
}

let count = 0;
@Prompt()
class Restless implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const elicitations = Array.from({ length: 20 }, () => context.ask(Traveller, `Who is number ${(count += 1)}?`));
    await Promise.all(elicitations);
    return 'never';
  }
}

export function logged() {
  const log: string[] = [];
  const push = (message: string) => log.push(message);
  const logger = { error: push, warn: push };
  const prompts = [Trip, OtherTrip, Together, Careless, Restless];
  return { log, logger, runtime: new Runtime({ prompts, askForMissing: true, logger }) };
}
export const { log, logger, runtime } = logged();
export const identity = { name: 'x', version: '1' };

const open = closables();

/** Starts a server, which closes after the test. */
export async function serve(options: Partial<HandlerOptions> = {}, served = runtime): Promise<string> {
  const server = await serveHttp(served, { ...identity, port: 0, ...options });
  open.push(server);
  return server.url;
}

export interface InputRequired {
  readonly resultType: string;
  readonly inputRequests: Record<string, { method: string; params: { message: string } }>;
  readonly requestState: string;
}
export const get = (name: string, params: object = {}): Asked => ({
  method: 'prompts/get',
  params: { name, ...params },
});
export const accept = (content: object) => ({ action: 'accept', content });
export const complete = (text: string) => ({
  resultType: 'complete',
  messages: [{ role: 'user', content: { type: 'text', text } }],
});
export const invalidState = {
  code: -32602,
  message: 'Invalid or expired requestState: send the request again without requestState',
  data: { reason: 'invalid_request_state' },
};

/** Answers the requested elicitations by their messages. */
export function answersTo({ inputRequests, requestState }: InputRequired, answers: Record<string, object>) {
  const responses = Object.entries(inputRequests).map(([key, { params }]) => [key, answers[params.message]]);
  return { requestState, inputResponses: Object.fromEntries(responses.filter(([, answer]) => answer)) as object };
}
export const ada = { 'Who travels?': accept({ name: 'Ada' }) };

export async function first(url: string, request = get('trip'), headers = {}): Promise<InputRequired> {
  return outcome(await ask(url, request, headers)) as InputRequired;
}

export const [oldKey, newKey] = ['k'.repeat(32), 'n'.repeat(32)];
