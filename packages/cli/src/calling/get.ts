import { estimateTokens } from '@cuecard/testing/contract';
import type { Run } from '../session/session.js';
import { asTexts, givenArguments } from './given-arguments.js';
import type { CallCommandOptions } from './call-options.js';
import { offeredBy, speaking } from './calling.js';
import { copied } from './call.js';
import { messagesText, plainText, told, makeMediaFolder, saveMedia } from './content-text.js';
import { withMissing } from './missing-arguments.js';
export const runGet: Run<CallCommandOptions> = (session, options, name: string, words: readonly string[]) =>
  speaking(session, options, 'get', async (peer) => {
    await makeMediaFolder(session, options.out);
    const prompt = await offeredBy(peer, 'prompt', name);
    const given = await givenArguments(session, words, options, prompt.schema);
    const args = asTexts(await withMissing(session, peer, prompt, given));
    const result = await session.terminal.during(`Getting ${name}…`, () => peer.getPrompt({ name, arguments: args }));
    const blocks = result.messages.map(({ content }) => content);
    const text = plainText(blocks);
    session.terminal.say(`${told(Buffer.byteLength(text))}, about ${estimateTokens(text)} tokens`);
    await saveMedia(session, options.out, blocks);
    await copied(session, options, text);
    return {
      data: result,
      text: options.raw === true ? JSON.stringify(result, undefined, 2) : messagesText(result.messages),
    };
  });
