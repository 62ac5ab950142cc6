import { type Known, knownOptions } from '@cuecard/core';

/** An icon to show beside the server's name. */
export interface ServerIcon {
  /** An `https:` or `data:` URI: clients refuse other schemes (basic, "Icons"). */
  readonly src: string;
  readonly mimeType?: string;
  /** For example `48x48`, or `any` for a scalable one. */
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** How a server introduces itself to clients. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  /** A display name. */
  readonly title?: string;
  /** What the server does, for users who choose among servers. */
  readonly description?: string;
  /** The URL of a website about it. */
  readonly websiteUrl?: string;
  readonly icons?: readonly ServerIcon[];
  /** Instructions for using the server; clients may pass them to the model. */
  readonly instructions?: string;
}

/** The part of an identity that clients receive. */
export interface ServerIntroduction {
  readonly serverInfo: ServerInfo;
  readonly instructions?: string;
}

type ServerInfo = Pick<ServerIdentity, 'name' | 'version' | (typeof TEXTS)[number]> & { icons?: SentIcon[] };

/** As the SDKs take one. */
type SentIcon = Omit<ServerIcon, 'sizes'> & { sizes?: string[] };

const TEXTS = ['title', 'description', 'websiteUrl'] as const;

/**
 * Returns the identity alone: option objects contain more, and everything that an SDK receives is sent to the client.
 * @throws {TypeError} if the name or the version is missing, or clients would refuse a member: no client could connect
 */
export function toServerIntroduction(identity: ServerIdentity): ServerIntroduction {
  const { icons, instructions } = identity;
  const texts = TEXTS.filter((member) => optional(identity, member) !== undefined);
  if (identity.websiteUrl !== undefined) checkUrl('websiteUrl', identity.websiteUrl, WEBSITES);
  const sent = iconsOf(icons);
  return {
    serverInfo: {
      name: required(identity, 'name'),
      version: required(identity, 'version'),
      ...Object.fromEntries(texts.map((member) => [member, identity[member]])),
      ...(sent !== undefined && { icons: sent }),
    },
    ...(optional(identity, 'instructions') !== undefined && { instructions: instructions as string }),
  };
}

function required(identity: ServerIdentity, member: 'name' | 'version'): string {
  const given: unknown = identity[member];
  if (typeof given === 'string' && given !== '') return given;
  throw new TypeError(`The server has no ${member}: give it one, as in { name: 'review-desk', version: '1.0.0' }`);
}

function optional(identity: ServerIdentity, member: (typeof TEXTS)[number] | 'instructions'): string | undefined {
  const given: unknown = identity[member];
  if (given === undefined || typeof given === 'string') return given;
  throw new TypeError(`\`${member}\` is not a string: give the server a string, or leave it out`);
}

function iconsOf(icons: unknown): SentIcon[] | undefined {
  if (icons === undefined) return undefined;
  if (!Array.isArray(icons)) throw new TypeError('`icons` is not an array: give the server an array of { src, … }');
  for (const icon of icons as readonly ServerIcon[]) {
    const { src } = knownOptions('The icon of a server', icon, ICON);
    checkUrl('an icon', src, ICONS);
  }
  return structuredClone(icons) as SentIcon[];
}

const ICON: Known<ServerIcon> = { src: true, mimeType: true, sizes: true, theme: true };

const WEBSITES = ['https:', 'http:'];
const ICONS = ['https:', 'data:'];

function checkUrl(what: string, given: unknown, schemes: readonly string[]): void {
  const isUrl = typeof given === 'string' && URL.canParse(given) && schemes.includes(new URL(given).protocol);
  if (isUrl) return;
  throw new TypeError(`${what} of the server is ${JSON.stringify(given)}: use an absolute ${schemes.join(' or ')} URL`);
}
