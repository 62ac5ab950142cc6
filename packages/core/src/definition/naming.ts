import type { InjectableClass } from '../types.js';

/**
 * The name of a class whose decorator declares none: `CodeReviewPrompt` is `code_review`.
 * @param ending the suffix of class names to remove, such as `Prompt`
 */
export function nameOfClass(className: string, ending: string): string {
  const isEnding = className.endsWith(ending) && className.length > ending.length;
  const stem = isEnding ? className.slice(0, -ending.length) : className;
  return stem
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

// Over HTTP a name also travels in the `Mcp-Name` header (2026-07-28, basic/transports), so it only has characters that
// need no encoding there. The length is the specification's limit for tool names.
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const PATH = /^[A-Za-z0-9_.\-/]{1,128}$/;

/** @param kind whether names of the kind may contain a slash */
export function isName(name: unknown, { hasPaths = false }: { readonly hasPaths?: boolean } = {}): name is string {
  return typeof name === 'string' && (hasPaths ? PATH : NAME).test(name);
}

/** What the names of a kind consist of, in words. */
export function nameRule({ hasPaths = false }: { readonly hasPaths?: boolean }): string {
  return `1 to 128 letters, digits, ${hasPaths ? '"_", "-", "." or "/"' : '"_", "-" or "."'}`;
}

/** The name in clients that turn names into commands. Names with the same result are indistinguishable there. */
export function nameInClients(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

// Names derived from class names are visible to clients, and bundlers rename classes. A class does not know its
// original name, but its source, and this file, which may be in the same bundle, give hints.

/** A class in the form that compiled decorators leave, which bundlers that do not keep names rename. */
const Sample = class Sample {};

/** Whether classes beside this file have the names that their authors gave them. */
const ARE_KEPT = Sample.name === 'Sample';

/**
 * Whether a bundler seems to have renamed a class. Authors call classes `V2` and `Step1` too, so it takes more than a
 * digit or a short name.
 * @param ending the suffix of class names, such as `Prompt`
 * @param areKept whether classes in the same bundle have their names, as far as is known
 */
export function isRenamed(type: InjectableClass, ending: string, areKept = ARE_KEPT): boolean {
  const { name } = type;
  const source = Function.prototype.toString.call(type);
  if (!source.startsWith('class') || !isNameOfSource(name, source)) return false;
  const isMinified = MINIFIED.test(source);
  if (!areKept && (isMinified || /\d$/.test(name))) return true;
  return (isMinified && name.length <= MINIFIED_LENGTH) || isNumbered(name, ending);
}

/** Whether nothing has set the name since: what keeps names sets them on the classes, instead of those in the source. */
function isNameOfSource(name: string, source: string): boolean {
  const [, written = name] = /^class\s+(?!extends\b)([\w$]+)/.exec(source) ?? [];
  return written === name;
}

/** A class without a space before its body. Compilers and formatters write one. */
const MINIFIED = /^[^{]*[^{\s]\{/;

/** Minifiers give the shortest names that are free. */
const MINIFIED_LENGTH = 3;

/** Bundlers add numbers to names that are taken: `ReviewPrompt2`, `ReviewPrompt$1`. */
function isNumbered(name: string, ending: string): boolean {
  const [, stem = ''] = /^(.*[^\d$_])[$_]?\d+$/.exec(name) ?? [];
  return stem.endsWith(ending);
}
