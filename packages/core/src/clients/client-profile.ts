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

/** An object instead of an array, so that the compiler reports a missing content type. */
const ALL_TYPES: Readonly<Record<ContentType, true>> = {
  text: true,
  image: true,
  audio: true,
  resource: true,
  resource_link: true,
};

export const CONTENT_TYPES = Object.keys(ALL_TYPES) as readonly ContentType[];

export const NON_TEXT_TYPES = CONTENT_TYPES.filter((type) => type !== 'text');

/** Content types: one array for all results, or separate arrays for prompts and for tools. */
type DroppedTypes = readonly ContentType[] | Readonly<Partial<Record<'prompts' | 'tools', readonly ContentType[]>>>;

/** How a host deviates from the specification. An empty profile describes a host that does not. */
export interface ClientProfile {
  /**
   * The content types that the host drops or fails on: in all results, or separately for prompts and for tools. The
   * runtime sends such content as text or links instead.
   */
  readonly drops?: DroppedTypes;
  /** Whether only the first message of a prompt reaches the model. If so, all messages are joined into one. */
  readonly firstMessageOnly?: boolean;
  /**
   * Whether the host requests every prompt with the arguments `$1`, `$2` and so on, and later replaces these
   * placeholders in the prompt's text. For an optional argument a placeholder counts as absent, and for an argument
   * without rules as text.
   */
  readonly sendsPlaceholders?: boolean;
  /**
   * Whether the host treats a prompt as a template: it runs the text between !` and ` as a shell command, reads the
   * file or calls the agent whose name follows @, and replaces `$1`, `$2` and `$ARGUMENTS`. If so, the runtime inserts
   * a space into each of these sequences, except into placeholders that the host has sent.
   */
  readonly runsTemplates?: boolean;
  /** Whether the host hides prompt errors from its user. If so, the error is sent as a prompt message. */
  readonly hidesErrors?: boolean;
  /** Whether the host cannot show a form with a number field. If so, forms use string fields instead. */
  readonly formsLackNumbers?: boolean;
  /** Whether the host sends numbers and booleans in prompt arguments as JSON. If so, they are converted to strings. */
  readonly sendsJson?: boolean;
  /**
   * Whether the host makes its user enter all required arguments before it requests a prompt. If the host shows forms
   * and the runtime has `askForMissing`, lists mark arguments as optional, because the form asks for missing ones.
   */
  readonly refusesMissing?: boolean;
  /**
   * Whether the host gives each argument one word of the user's text. If a later argument is wrong, the form of
   * `askForMissing` shows all words in the field of the first argument.
   */
  readonly splitsWords?: boolean;
  /** The number of characters of a description that the host shows. Lists shorten longer descriptions. */
  readonly descriptionLength?: number;
  /** How the host rewrites names. Names that become equal are reported at start-up. */
  readonly rewrites?: NameRewriting;
  /** Whether the host offers tools but no prompts. Prompts are then listed as tools. */
  readonly lacksPrompts?: boolean;
}

/** A host's profile in the option `clients`. */
export interface HostProfileOptions extends ClientProfile {
  /**
   * The names that the host uses in `clientInfo`, or a function that recognises the host.
   * @default the profile's key; for a known host, that host's names
   */
  readonly client?: string | readonly string[] | ((client: Client) => boolean);
}

/** Profiles by host. `false` turns off the built-in profile of a known host. */
export type HostProfiles = Readonly<Record<string, HostProfileOptions | false>>;

/** The characters that a host replaces in names, and their replacements. Letters and digits never change. */
export type Replacements = Readonly<Partial<Record<'_' | '-' | '.' | '/', string>>>;

/** How a host rewrites the names of prompts and of tools. */
export interface NameRewriting {
  readonly prompts?: Replacements;
  readonly tools?: Replacements;
  /**
   * Whether the host renames names that become equal, so that all stay usable.
   * @default false: the host keeps only one of them
   */
  readonly disambiguates?: boolean;
}

const NAME_REWRITING = new OptionKind(
  `an object that replaces "_", "-", "." or "/", such as { tools: { '.': '-' }, disambiguates: true }`,
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

export const PROFILE_KINDS: OptionKinds<HostProfileOptions> = {
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

/** A host with a profile: a known host, or a host in the option `clients`. */
export interface Host {
  readonly key: string;
  /** The `clientInfo` of the host, and its capabilities. */
  readonly client: Omit<Client, 'revision'>;
  readonly profile: ClientProfile;
}
