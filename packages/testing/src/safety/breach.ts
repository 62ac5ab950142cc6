import { outsideFences } from '../reading/fences.js';
import { type Injection, OBEY } from './injections.js';

/** Invisible characters: format and tag characters, direction marks, and controls other than line breaks and tabs. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** How an injection got into a text of the output; `undefined` if it did not. */
export function breachIn(output: string, { text, host }: Injection): string | undefined {
  if (host !== undefined) return output.includes(text) ? `it reaches ${host} as it is` : undefined;
  if (outsideFences(output).includes(OBEY)) return 'it stands outside of a fence: wrap the argument in untrusted(…)';
  const hidden = text.match(INVISIBLE)?.find((character) => output.includes(character));
  if (hidden === undefined) return undefined;
  return `it brings an invisible character, U+${hexOf(hidden)}: wrap the argument in untrusted(…)`;
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
