import type { Client } from '../api/context.js';
import type { ContentBlock } from '../protocol.js';
import {
  isFunction,
  isPlainObject,
  areStrings,
  oneOf,
  OptionKind,
  BOOLEAN,
  type OptionKinds,
} from '../text/option-kinds.js';

export type ContentType = ContentBlock['type'];

/** An object, so that the compiler reports a missing type. */
const ALL_TYPES: Readonly<Record<ContentType, true>> = {
  text: true,
  image: true,
  audio: true,
  resource: true,
  resource_link: true,
};

export const CONTENT_TYPES = Object.keys(ALL_TYPES) as readonly ContentType[];

export const NON_TEXT_TYPES = CONTENT_TYPES.filter((type) => type !== 'text');

/** Content types: one array for all results, or one each for prompts and for tools. */
type DroppedTypes = readonly ContentType[] | Readonly<Partial<Record<'prompts' | 'tools', readonly ContentType[]>>>;

/** How a host deviates from the specification. By default, it does not. */
export interface ClientProfile {
  /**
   * The content types that the host drops or fails on: in all results, or separately for prompts and for tools. They
   * are sent as text or links.
   */
  readonly drops?: DroppedTypes;
  /** Whether only the first message of a prompt reaches the model. All messages are then joined into one. */
  readonly firstMessageOnly?: boolean;
  /**
   * Whether the host gets every prompt with `$1`, `$2` and so on as arguments, and later replaces these in the text.
   * Such a value counts as absent for an optional argument, and as text for an argument without rules.
   */
  readonly sendsPlaceholders?: boolean;
  /**
   * Whether the host treats a prompt as a template: it runs the text between !` and ` as a shell command, reads the
   * file or calls the agent whose name follows @, and replaces `$1`, `$2` and `$ARGUMENTS`. The runtime then breaks
   * each of these with a space, except the placeholders that the host has sent.
   */
  readonly runsTemplates?: boolean;
  /** Whether the host hides errors of prompts from its user. The error is then sent as a message of the prompt. */
  readonly hidesErrors?: boolean;
  /** Whether the host cannot show a form with a number field. Such fields then ask for a string. */
  readonly formsLackNumbers?: boolean;
  /** Whether the host sends numbers and booleans as JSON, which are then read as text. */
  readonly sendsJson?: boolean;
  /**
   * Whether the host requires all required arguments before it gets a prompt. If it shows forms and the runtime has
   * `askForMissing`, lists mark them as optional, because the form asks for them.
   */
  readonly refusesMissing?: boolean;
  /**
   * Whether the host gives each argument one word of the user's text. If a later argument is wrong, the form of
   * `askForMissing` shows all words in the first.
   */
  readonly splitsWords?: boolean;
  /** The number of characters of a description that the host shows. Lists shorten longer ones. */
  readonly descriptionLength?: number;
  /** How the host rewrites names. Names that become equal are reported at start-up. */
  readonly rewrites?: NameRewriting;
  /** Whether the host offers tools but no prompts. Prompts are then listed as tools. */
  readonly lacksPrompts?: boolean;
}

/** The row of a host in the option `clients`. */
export interface ClientRow extends ClientProfile {
  /**
   * The names of the host in `clientInfo`, or a function that recognises it.
   * @default the key of the row, or the names of the known host
   */
  readonly client?: string | readonly string[] | ((client: Client) => boolean);
}

/** Rows by host. `false` ignores the known row of a host. */
export type ClientRows = Readonly<Record<string, ClientRow | false>>;

/** The characters of names that a host replaces, and their replacements. Letters and digits never change. */
export type Replacements = Readonly<Partial<Record<'_' | '-' | '.' | '/', string>>>;

/** How a host rewrites the names of prompts and of tools. */
export interface NameRewriting {
  readonly prompts?: Replacements;
  readonly tools?: Replacements;
  /**
   * Whether the host renames names that become equal, so that all stay usable.
   * @default false: it keeps one of them
   */
  readonly disambiguates?: boolean;
}

const NAME_REWRITING = new OptionKind(
  `an object such as { tools: { '.': '-' }, disambiguates: true }, with replacements of "_", "-", "." and "/"`,
  (value) => isPlainObject(value) && Object.entries(value).every(isRewritingEntry),
);

const REPLACEABLE = /[-_./]/g;

/** Rewrites a name as a host does. */
export function rewriteName(name: string, replacements: Replacements): string {
  return name.replace(REPLACEABLE, (each) => replacements[each as keyof Replacements] ?? each);
}

function isRewritingEntry([key, value]: [string, unknown]): boolean {
  if (key === 'disambiguates') return typeof value === 'boolean';
  return (key === 'prompts' || key === 'tools') && isPlainObject(value) && Object.entries(value).every(isReplacement);
}

function isReplacement([character, replacement]: [string, unknown]): boolean {
  return /^[-_./]$/.test(character) && typeof replacement === 'string';
}

const CONTENT_TYPE = oneOf(...CONTENT_TYPES);

export const ROW_KINDS: OptionKinds<ClientRow> = {
  client: new OptionKind('a name, an array of names, or a function (client) that returns true or false', (value) => {
    return typeof value === 'string' || areStrings(value) || isFunction(value);
  }),
  drops: new OptionKind(`an array of ${CONTENT_TYPE.expected}, or { prompts, tools } with such arrays`, (value) => {
    return isTypeArray(value) || (isPlainObject(value) && Object.entries(value).every(isDroppedTypesEntry));
  }),
  firstMessageOnly: BOOLEAN,
  sendsPlaceholders: BOOLEAN,
  runsTemplates: BOOLEAN,
  hidesErrors: BOOLEAN,
  formsLackNumbers: BOOLEAN,
  sendsJson: BOOLEAN,
  refusesMissing: BOOLEAN,
  splitsWords: BOOLEAN,
  descriptionLength: new OptionKind('a positive integer', (value) => Number.isSafeInteger(value) && Number(value) > 0),
  rewrites: NAME_REWRITING,
  lacksPrompts: BOOLEAN,
};

function isTypeArray(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => CONTENT_TYPE.is(each));
}

function isDroppedTypesEntry([name, types]: [string, unknown]): boolean {
  return (name === 'prompts' || name === 'tools') && isTypeArray(types);
}

/** Returns the content types that a host drops from prompts, or from tool results. */
export function droppedTypes(kind: 'prompts' | 'tools', { drops }: ClientProfile): readonly ContentType[] | undefined {
  return areStrings(drops) ? drops : drops?.[kind];
}

/** A host with a profile: a row of the option `clients`, or a known host. */
export interface Host {
  readonly key: string;
  /** The `clientInfo` of the host, and its capabilities. */
  readonly client: Omit<Client, 'revision'>;
  readonly profile: ClientProfile;
}
