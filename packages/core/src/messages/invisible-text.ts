/** What to do with invisible characters: remove them, or show their code points. */
export type InvisibleText = 'strip' | 'show';

// All invisible characters, and all that change the direction of text: they can carry instructions to a model that no
// person sees. Of the control characters, only line breaks and tabs are allowed.
const HIDDEN = String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u{FFF9}-\u{FFFB}\u{13430}-\u{1343F}]|(?![\t\n\r])\p{Cc}`;

// The scripts that need joiners.
const JOINED = String.raw`[[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]--\p{Default_Ignorable_Code_Point}]`;

// Exceptions, one character at a time and only where writing needs it: emoji and their parts, the flags of England,
// Scotland and Wales, variants of ideographs and of Mongolian letters, joined scripts.
const NEEDED = [
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[\d#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`(?<=\p{Ideographic})[\u{E0100}-\u{E01EF}]|(?<=[\p{sc=Mong}&&\p{L}])[\u180B-\u180F]`,
  String.raw`(?<=${JOINED})[\u200C\u200D](?=${JOINED})`,
].join('|');

const ANY_HIDDEN = new RegExp(HIDDEN, 'v');
const EVERY_HIDDEN = new RegExp(`(${NEEDED})|${HIDDEN}`, 'gv');

/** Removes or shows invisible characters, except those that writing needs, such as parts of emoji. */
export function visible(text: string, invisible: InvisibleText): string {
  if (!ANY_HIDDEN.test(text)) return text;
  return text.replace(EVERY_HIDDEN, (hidden, needed: string | undefined) => {
    return needed ?? (invisible === 'show' ? `[U+${hexOf(hidden)}]` : '');
  });
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
