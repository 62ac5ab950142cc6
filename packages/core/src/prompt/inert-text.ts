import type { GetPromptResult } from '../protocol.js';

/** What a host replaces in a text. */
const PLACEHOLDER = /\$(\d+|ARGUMENTS)/g;

/** A word that begins with @, as a whole: to look ahead from each of a million @ would take their square. */
const WORD = /(?<![\w`])@[^\s`,]+/g;

/** What looks like a decorator in code, and like no path. */
const DECORATOR = /^@\w+\([^./~]*$/;

/**
 * A prompt in whose texts a host that runs templates finds no placeholders but its own, no command and no name of a file.
 * @param own the placeholders that the host has sent, and replaces by what the user types
 */
export function inert({ messages, ...rest }: GetPromptResult, own: ReadonlySet<string>): GetPromptResult {
  return {
    ...rest,
    messages: messages.map(({ role, content }) => {
      return { role, content: content.type === 'text' ? { ...content, text: inertText(content.text, own) } : content };
    }),
  };
}

function inertText(text: string, own: ReadonlySet<string>): string {
  const left = text.replace(PLACEHOLDER, (found, what: string) => (own.has(found) ? found : `$ ${what}`));
  const between = own.size === 0 ? [left] : left.split(/(\$\d+)/); // Every second is a placeholder of the host.
  return between.map((part, at) => (at % 2 === 0 ? inertPart(part, { at, last: between.length - 1 }) : part)).join('');
}

/** What stands between two placeholders, whose values may be empty, or end as a command begins. */
function inertPart(part: string, { at, last }: { readonly at: number; readonly last: number }): string {
  const isFollowed = at < last;
  const plain = part.replaceAll('!`', '! `').replace(WORD, (word, place: number, whole: string) => {
    const isOpen = isFollowed && place + word.length === whole.length;
    return isOpen || (/[^@]/.test(word) && !DECORATOR.test(word)) ? word.replace(/(?<!\w)@/g, '@ ') : word;
  });
  const begun = at > 0 ? plain.replace(/^(?=`|ARGUMENTS)/, ' ') : plain;
  return isFollowed ? begun.replace(/(?:!|(?<![\w`])@|\$[A-Z]*)$/, '$& ') : begun;
}
