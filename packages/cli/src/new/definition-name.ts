import { usage } from '../outcome/problem.js';

/** The kinds of new definitions. */
export const KINDS = ['prompt', 'tool', 'resource'] as const;

export type Kind = (typeof KINDS)[number];

/** The forms of a name. */
export interface DefinitionName {
  /** `ReleaseNotes` */
  readonly className: string;
  /** `release-notes`; ends in the kind if the name of the class does. */
  readonly file: string;
  /** `release_notes` */
  readonly wire: string;
}

/**
 * Returns all forms of a name. Core chooses the name on the wire.
 * @throws {Problem} if no class can have the name, or core refuses it
 */
export async function definitionName(kind: Kind, input: string): Promise<DefinitionName> {
  const className = classNameOf(input);
  if (!/^[A-Z][A-Za-z0-9]*$/.test(className))
    throw usage(
      'name-refused',
      `"${input}" cannot become the name of a class`,
      'Start with a letter, and separate words with "-", as in release-notes',
    );
  if (className in globalThis)
    throw usage('name-refused', `${className} is a built-in name of JavaScript`, 'Choose another name');
  const wire = await nameOnTheWire(kind, className);
  const isNamedAfterKind = className.toLowerCase().endsWith(kind) && !wire.endsWith(kind);
  return { className, file: wire.replaceAll('_', '-') + (isNamedAfterKind ? `-${kind}` : ''), wire };
}

/** Joins words into the name of a class. Keeps the name of a class. */
function classNameOf(input: string): string {
  const words = input.split(/[\s_-]+/).filter((word) => word !== '');
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

/** Returns the name that core derives from the name of a class. */
async function nameOnTheWire(kind: Kind, className: string): Promise<string> {
  const { defineClass, DefinitionError, Prompt, Resource, Tool } = await import('@cuecard/core');
  class Handler {
    render = () => '';
    call = () => '';
    read = () => '';
  }
  Object.defineProperty(Handler, 'name', { value: className });
  const description = className;
  if (kind === 'prompt') Prompt({ description })(Handler);
  else if (kind === 'tool') Tool({ description })(Handler);
  else Resource({ uri: 'x:y', description })(Handler);
  try {
    const [definition] = defineClass(Handler);
    return String(definition?.name);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const [fault] = error.faults;
    throw usage('name-refused', `${fault?.where} ${fault?.problem}`, fault?.remedy ?? 'Choose another name');
  }
}
