import type { CallToolResult } from '@cuecard/core';
import { askYesNo } from '../asking/questions.js';
import { Problem, ExitCode } from '../outcome/problem.js';
import type { Offered } from '../peer/peer.js';
import type { Session, Run } from '../session/session.js';
import type { CallCommandOptions } from './call-options.js';
import { offeredBy, speaking } from './calling.js';
import { blockText, plainText, makeMediaFolder, saveMedia } from './content-text.js';
import { givenArguments } from './given-arguments.js';
import { withMissing } from './missing-arguments.js';
import { copy } from '../terminal/terminal.js';

export const runCall: Run<CallCommandOptions> = (session, options, name: string, words: readonly string[]) =>
  speaking(session, options, 'call', async (peer) => {
    await makeMediaFolder(session, options.out);
    const tool = await offeredBy(peer, 'tool', name);
    const given = await givenArguments(session, words, options, tool.schema);
    const args = await withMissing(session, peer, tool, given);
    await confirmed(session, tool, options);
    const result = await session.terminal.during(`Calling ${name}…`, (tell) =>
      peer.callTool({ name, arguments: args }, (...progress) => tell(progressText(name, ...progress))),
    );
    const blocks = result.content ?? [];
    await saveMedia(session, options.out, blocks);
    await copied(session, options, plainText(blocks));
    const text = options.raw === true ? JSON.stringify(result, undefined, 2) : resultText(result);
    return { data: result, text, exitCode: result.isError === true ? ExitCode.failed : ExitCode.done };
  });

function resultText({ content = [], structuredContent }: CallToolResult): string {
  if (content.length > 0) return content.map(blockText).join('\n\n');
  return structuredContent === undefined
    ? 'The tool has nothing to say.'
    : JSON.stringify(structuredContent, undefined, 2);
}

function progressText(name: string, progress: number, total?: number, message?: string): string {
  const far = total === undefined ? String(progress) : `${progress} of ${total}`;
  return [`Calling ${name}… ${far}`, ...(message === undefined ? [] : [message])].join(': ');
}

/** @throws {Problem} `not-confirmed` if the user does not want the call */
async function confirmed(
  session: Session,
  { name, isReadOnly }: Offered,
  { yes = false }: CallCommandOptions,
): Promise<void> {
  if (isReadOnly || yes || !session.terminal.isInteractive) return;
  const isWanted = await askYesNo(session, `${name} may change something. Call it?`);
  if (!isWanted) throw new Problem({ code: 'not-confirmed', summary: `${name} was not called` });
}

/** Copies a text where that was asked for. */
export async function copied(
  { terminal }: Session,
  { copy: isAsked }: CallCommandOptions,
  text: string,
): Promise<void> {
  if (isAsked === true) await copy(terminal, text, 'Copied');
}
