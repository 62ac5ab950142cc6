import type { Client } from '../api/context.js';
import type { ContentBlock } from '../protocol.js';
import { isFunction, isPlainObject, isTexts, oneOf, OptionKind, YES_OR_NO, type Known } from '../text/option-kinds.js';

/** A type of content. */
export type ContentType = ContentBlock['type'];

/** An object, so that the compiler misses a type that is left out. */
const TYPES: Readonly<Record<ContentType, true>> = {
  text: true,
  image: true,
  audio: true,
  resource: true,
  resource_link: true,
};

export const CONTENT_TYPES = Object.keys(TYPES) as readonly ContentType[];

/** All content types but text. */
export const BUT_TEXT = CONTENT_TYPES.filter((type) => type !== 'text');

/** Content types: one array for all results, or one each for prompts and tools. */
type Drops = readonly ContentType[] | Readonly<Partial<Record<'prompts' | 'tools', readonly ContentType[]>>>;

/** How a host departs from the specification. Where a member is left out, it does not. */
export interface ClientProfile {
  /**
   * The content types that the host drops or fails on: everywhere, or apart for prompts and for results of tools. They
   * become text, or links.
   */
  readonly drops?: Drops;
  /** Whether only the first message of a prompt reaches the model. All messages are then sent as one. */
  readonly firstMessageOnly?: boolean;
  /**
   * Whether the host gets every prompt with `$1`, `$2` and so on as arguments, and later replaces these in the text.
   * Such a value then counts as absent for an optional argument, and as text for one without rules.
   */
  readonly sendsPlaceholders?: boolean;
  /**
   * Whether the host treats a prompt as a template: it runs the text between !` and ` as a shell command, reads the
   * file or calls the agent whose name follows @, and replaces `$1`, `$2` and `$ARGUMENTS`. The runtime then puts a
   * blank into each of these, except the placeholders that the host has sent, so that quoted text stays text.
   */
  readonly runsTemplates?: boolean;
  /**
   * Whether the host shows no error when it gets a prompt, so that its user learns nothing. A refused prompt is then
   * answered by a message that says why.
   */
  readonly hidesErrors?: boolean;
  /** Whether the host cannot show a form with a number field. Such fields then ask for a string. */
  readonly formsLackNumbers?: boolean;
  /** Whether the host sends numbers and booleans as JSON, which are then read as text. */
  readonly sendsJson?: boolean;
  /**
   * Whether the host refuses to get a prompt without its required arguments. If it shows forms and the runtime has
   * `askForMissing`, they are then listed as optional: the form asks for them.
   */
  readonly refusesMissing?: boolean;
  /**
   * Whether the host gives each argument one word of what its user types. If a later argument is refused, the form of
   * `askForMissing` shows all words in the first.
   */
  readonly splitsWords?: boolean;
  /** The number of characters of a description that the host shows. Longer ones are then listed shortened. */
  readonly descriptionLength?: number;
  /** How the host rewrites names. Names that become the same are found when the runtime starts. */
  readonly rewrites?: NameRewriting;
  /** Whether the host offers tools but no prompts. Prompts are then listed as tools. */
  readonly lacksPrompts?: boolean;
}

/** A host, and how it departs from the specification. */
export interface ClientRow extends ClientProfile {
  /**
   * The names by which the host introduces itself in `clientInfo`, or a function that recognises it.
   * @default the key of the row, or for a known host its names
   */
  readonly client?: string | readonly string[] | ((client: Client) => boolean);
}

/** Rows by host; `false` switches a known host's row off. */
export type ClientRows = Readonly<Record<string, ClientRow | false>>;

/** The replacements that a host makes for characters of names; letters and digits stay. */
export type Replacements = Readonly<Partial<Record<'_' | '-' | '.' | '/', string>>>;

/** How a host rewrites the names of prompts and of tools. */
export interface NameRewriting {
  readonly prompts?: Replacements;
  readonly tools?: Replacements;
  /**
   * Whether the host marks names that become the same, so that all are usable.
   * @default false: one of them is
   */
  readonly tellsApart?: boolean;
}

const NAME_REWRITING = new OptionKind(
  `an object such as { tools: { '.': '-' }, tellsApart: true }, with replacements of "_", "-", "." and "/"`,
  (value) => isPlainObject(value) && Object.entries(value).every(isPart),
);

const REPLACED = /[-_./]/g;

/** A name as it becomes in a host. */
export function rewritten(name: string, replacements: Replacements): string {
  return name.replace(REPLACED, (each) => replacements[each as keyof Replacements] ?? each);
}

function isPart([key, part]: [string, unknown]): boolean {
  if (key === 'tellsApart') return typeof part === 'boolean';
  return (key === 'prompts' || key === 'tools') && isPlainObject(part) && Object.entries(part).every(isReplacement);
}

function isReplacement([character, replacement]: [string, unknown]): boolean {
  return /^[-_./]$/.test(character) && typeof replacement === 'string';
}

const CONTENT_TYPE = oneOf(...CONTENT_TYPES);

/** The members of a row, and what they must be. */
export const ROW: Known<ClientRow> = {
  client: new OptionKind('a name, an array of names, or a function (client) that returns true or false', (value) => {
    return typeof value === 'string' || isTexts(value) || isFunction(value);
  }),
  drops: new OptionKind(`an array of ${CONTENT_TYPE.expected}, or { prompts, tools } with such arrays`, (value) => {
    return areTypes(value) || (isPlainObject(value) && Object.entries(value).every(isDropsEntry));
  }),
  firstMessageOnly: YES_OR_NO,
  sendsPlaceholders: YES_OR_NO,
  runsTemplates: YES_OR_NO,
  hidesErrors: YES_OR_NO,
  formsLackNumbers: YES_OR_NO,
  sendsJson: YES_OR_NO,
  refusesMissing: YES_OR_NO,
  splitsWords: YES_OR_NO,
  descriptionLength: new OptionKind('a positive integer', (value) => Number.isSafeInteger(value) && Number(value) > 0),
  rewrites: NAME_REWRITING,
  lacksPrompts: YES_OR_NO,
};

function areTypes(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => CONTENT_TYPE.is(each));
}

function isDropsEntry([name, types]: [string, unknown]): boolean {
  return (name === 'prompts' || name === 'tools') && areTypes(types);
}

/** The content types that a host drops from prompts, or from tool results. */
export function droppedTypes(kind: 'prompts' | 'tools', { drops }: ClientProfile): readonly ContentType[] | undefined {
  return isTexts(drops) ? drops : drops?.[kind];
}

/** A host that a runtime knows: one of its option `clients`, or one that Cuecard knows. */
export interface Host {
  /** The key of its row. */
  readonly key: string;
  /** The client that the host reports, without the revision. */
  readonly client: Omit<Client, 'revision'>;
  /** How it departs from the specification. */
  readonly profile: ClientProfile;
}
