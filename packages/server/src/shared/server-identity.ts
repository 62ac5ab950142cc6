import { type OptionKinds, validateOptions } from '@cuecard/core';

/** An icon to show next to the server's name. */
export interface ServerIcon {
  /** An `https:` or `data:` URI, because clients reject other schemes (basic, "Icons"). */
  readonly src: string;
  readonly mimeType?: string;
  /** For example `48x48`, or `any` for a scalable icon. */
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** The name and description of a server, which clients receive. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  /** A display name. */
  readonly title?: string;
  /** A description for users who choose among servers. */
  readonly description?: string;
  /** The URL of a website about the server. */
  readonly websiteUrl?: string;
  readonly icons?: readonly ServerIcon[];
  /** Instructions for using the server; clients may pass them to the model. */
  readonly instructions?: string;
}

/** The properties of `initialize` and `server/discover` that describe the server. */
export interface ServerDescription {
  readonly serverInfo: ServerInfo;
  readonly instructions?: string;
}

type ServerInfo = Pick<ServerIdentity, 'name' | 'version' | (typeof TEXTS)[number]> & { icons?: SentIcon[] };

/** Copies the array, because the SDKs require a mutable one. */
type SentIcon = Omit<ServerIcon, 'sizes'> & { sizes?: string[] };

const TEXTS = ['title', 'description', 'websiteUrl'] as const;

/**
 * Picks the properties that describe the server from an options object.
 * @throws {TypeError} if the name or the version is missing, or clients would reject a property
 */
export function describeServer(identity: ServerIdentity): ServerDescription {
  const { icons, instructions } = identity;
  const texts = TEXTS.filter((member) => readOptional(identity, member) !== undefined);
  if (identity.websiteUrl !== undefined) checkUrl('`websiteUrl`', identity.websiteUrl, WEBSITES);
  const sent = iconsOf(icons);
  return {
    serverInfo: {
      name: requireText(identity, 'name'),
      version: requireText(identity, 'version'),
      ...Object.fromEntries(texts.map((member) => [member, identity[member]])),
      ...(sent !== undefined && { icons: sent }),
    },
    ...(readOptional(identity, 'instructions') !== undefined && { instructions: instructions as string }),
  };
}

function requireText(identity: ServerIdentity, member: 'name' | 'version'): string {
  const value: unknown = identity[member];
  if (typeof value === 'string' && value !== '') return value;
  throw new TypeError(
    `The server has no ${member}: set name and version, such as { name: 'review-desk', version: '1.0.0' }`,
  );
}

function readOptional(identity: ServerIdentity, member: (typeof TEXTS)[number] | 'instructions'): string | undefined {
  const value: unknown = identity[member];
  if (value === undefined || typeof value === 'string') return value;
  throw new TypeError(`\`${member}\` is not a string: use a string, or omit \`${member}\``);
}

function iconsOf(icons: unknown): SentIcon[] | undefined {
  if (icons === undefined) return undefined;
  if (!Array.isArray(icons)) throw new TypeError('`icons` is not an array: use an array of { src, … }');
  for (const icon of icons as readonly ServerIcon[]) {
    const { src } = validateOptions('The icon of a server', icon, ICON);
    checkUrl('`src` of an icon', src, ICONS);
  }
  return structuredClone(icons) as SentIcon[];
}

const ICON: OptionKinds<ServerIcon> = { src: true, mimeType: true, sizes: true, theme: true };

const WEBSITES = ['https:', 'http:'];
const ICONS = ['https:', 'data:'];

function checkUrl(subject: string, value: unknown, schemes: readonly string[]): void {
  const isUrl = typeof value === 'string' && URL.canParse(value) && schemes.includes(new URL(value).protocol);
  if (isUrl) return;
  throw new TypeError(`${subject} is ${JSON.stringify(value)}: use an absolute ${schemes.join(' or ')} URL`);
}
