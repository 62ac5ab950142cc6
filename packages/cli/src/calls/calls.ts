import { type CallToolResult, type ContentBlock, expandUri, type ResourceContents } from '@cuecard/core';
import { type Contract, estimateTokens } from '@cuecard/testing/contract';
import { askYesNo } from '../asking/questions.js';
import type { CallerOptions, CallOptions, OptionsOf } from '../commands.js';
import type { ProjectCommand } from '../config/config.js';
import type { Outcome } from '../outcome/envelope.js';
import { ExitCode, Problem, usage } from '../outcome/problem.js';
import { openPeer } from '../peer/open-peer.js';
import { type Peer, refusalOf } from '../peer/peer.js';
import type { Run, Session } from '../session/session.js';
import { argumentsOf, asStrings, completeArguments, type Json, readArguments, refuseUnknown } from './arguments.js';
import { askArgument, askName, completableNamed, contractNamed, requireOffered, resourceNamed } from './choice.js';
import { blockText, contentsText, makeMediaFolder, messagesText, saveMedia, sizeText } from './content-text.js';

/** Connects to a server, runs a command, and disconnects. An error of the server becomes a problem. */
export async function withPeer(
  session: Session,
  options: CallerOptions,
  command: ProjectCommand,
  work: (peer: Peer) => Promise<Outcome>,
): Promise<Outcome> {
  const peer = await openPeer(session, options, command);
  try {
    return await work(peer);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await peer.close();
  }
}

type ArgumentWords = readonly string[] | undefined;

export const runGet: Run<CallOptions> = (session, options, requested: string | undefined, words: ArgumentWords) =>
  withPeer(session, options, 'get', async (peer) => {
    requireOffered(peer, 'prompt');
    const name = requested ?? (await askName(session, peer, ['prompt']));
    const prompt = await contractNamed(peer, 'prompt', name);
    const args = asStrings(await argumentsFor(session, { peer, contract: prompt, words, options }));
    const result = await session.terminal.during(`Getting ${name}…`, () => peer.getPrompt({ name, arguments: args }));
    const blocks = result.messages.map(({ content }) => content);
    const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
    session.terminal.say(`${sizeText(Buffer.byteLength(text))}, about ${estimateTokens(text)} tokens`);
    return outcomeOf(session, options, { result, blocks, text: messagesText(result.messages) });
  });

export const runCall: Run<OptionsOf<'call'>> = (
  session,
  options,
  requested: string | undefined,
  words: ArgumentWords,
) =>
  withPeer(session, options, 'call', async (peer) => {
    requireOffered(peer, 'tool');
    const name = requested ?? (await askName(session, peer, ['tool']));
    const tool = await contractNamed(peer, 'tool', name);
    const args = await argumentsFor(session, { peer, contract: tool, words, options });
    if (options.yes !== true) await confirm(session, tool);
    const result = await session.terminal.during(`Calling ${name}…`, (show) =>
      peer.callTool({ name, arguments: args }, (...progress) => show(progressText(name, ...progress))),
    );
    const outcome = await outcomeOf(session, options, { result, blocks: result.content, text: resultText(result) });
    return { ...outcome, exitCode: result.isError === true ? ExitCode.failed : ExitCode.done };
  });

export const runRead: Run<CallOptions> = (session, options, requested: string | undefined, words: ArgumentWords) =>
  withPeer(session, options, 'read', async (peer) => {
    requireOffered(peer, 'resource');
    const name = requested ?? (await askName(session, peer, ['resource']));
    const hasArguments = options.inputJson !== undefined || (words ?? []).length > 0;
    const resource = await resourceOf(peer, name, hasArguments);
    const args = asStrings(await argumentsFor(session, { peer, contract: resource, words, options }));
    const uri = resource.uriTemplate === undefined ? (resource.uri ?? name) : uriOf(resource.uriTemplate, args);
    const result = await session.terminal.during(`Reading ${uri}…`, () => peer.readResource({ uri }));
    const text = result.contents.map((contents) => contentsText(contents)).join('\n\n');
    return outcomeOf(session, options, { result, blocks: result.contents, text });
  });

export const runComplete: Run<OptionsOf<'complete'>> = (
  session,
  options,
  ...[requested, argument, typed = '', words = []]: readonly [string?, string?, string?, ArgumentWords?]
) =>
  withPeer(session, options, 'complete', async (peer) => {
    const contract = await completableNamed(peer, requested ?? (await askName(session, peer, ['prompt', 'resource'])));
    const name = argument ?? (await askArgument(session, contract));
    const context = await readArguments(session, words, {}, argumentsOf(contract));
    refuseUnknown(contract, { ...context, [name]: typed });
    const { name: prompt, uriTemplate } = contract;
    const { completion } = await peer.complete({
      ref:
        uriTemplate === undefined ? { type: 'ref/prompt', name: prompt } : { type: 'ref/resource', uri: uriTemplate },
      argument: { name, value: typed },
      context: { arguments: asStrings(context) },
    });
    return { data: completion, text: completion.values.join('\n') };
  });

interface ArgumentRequest {
  readonly peer: Peer;
  readonly contract: Contract;
  readonly words: ArgumentWords;
  readonly options: CallOptions;
}

/** Reads the arguments of the command line, and asks the user for the missing ones. */
async function argumentsFor(session: Session, { peer, contract, words, options }: ArgumentRequest): Promise<Json> {
  await makeMediaFolder(session, options.out);
  const args = await readArguments(session, words ?? [], options, argumentsOf(contract));
  refuseUnknown(contract, args);
  return completeArguments(session, peer, { contract, args });
}

interface Result {
  /** The result of the protocol. */
  readonly result: unknown;
  readonly blocks: readonly (ContentBlock | ResourceContents)[] | undefined;
  readonly text: string;
}

async function outcomeOf(session: Session, { out, raw }: CallOptions, { result, blocks, text }: Result) {
  await saveMedia(session, out, blocks ?? []);
  return { data: result, text: raw === true ? JSON.stringify(result, undefined, 2) : text };
}

/** Finds the resource or template of a name. A URI is used as it is. */
async function resourceOf(peer: Peer, name: string, hasArguments: boolean): Promise<Contract> {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(name)) return resourceNamed(peer, name);
  return { kind: 'resource', name, [hasArguments && name.includes('{') ? 'uriTemplate' : 'uri']: name };
}

function uriOf(uriTemplate: string, args: Readonly<Record<string, string>>): string {
  try {
    return expandUri(uriTemplate, args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usage('template-invalid', error.message, 'Read the resource by its URI, with values instead of variables');
  }
}

function resultText({ content = [], structuredContent }: CallToolResult): string {
  if (content.length > 0) return content.map((block) => blockText(block)).join('\n\n');
  return structuredContent === undefined
    ? 'The tool returned no content.'
    : JSON.stringify(structuredContent, undefined, 2);
}

function progressText(name: string, progress: number, total?: number, message?: string): string {
  const count = total === undefined ? String(progress) : `${progress} of ${total}`;
  return [`Calling ${name}… ${count}`, ...(message === undefined ? [] : [message])].join(': ');
}

/** @throws {Problem} `not-confirmed` if the user does not want the call */
async function confirm(session: Session, { name, annotations = {} }: Contract): Promise<void> {
  const isReadOnly = 'readOnlyHint' in annotations && annotations.readOnlyHint === true;
  if (isReadOnly || !session.terminal.isInteractive) return;
  const isConfirmed = await askYesNo(session, `${name} may change data. Call it?`);
  if (!isConfirmed) throw new Problem({ code: 'not-confirmed', summary: `${name} was not called` });
}
