import { type Definition, redefine } from '../definition/definition.js';
import { DefinitionError, faultAt } from '../definition-error.js';
import { nearest } from '../text/nearest.js';
import { isLabel } from '../definition/version.js';

/**
 * The versions of a name, with the label on one version only.
 * @param to the version, as `name@version`
 * @throws {DefinitionError} if there is no such version, or the label is invalid
 */
export function moveLabel(label: string, to: string, among: readonly Definition[]): Definition[] {
  const target = among.find((each) => addressOf(each) === to);
  if (target?.version === undefined || !isLabel(label)) throw new DefinitionError([fault(label, to, among)]);
  const moved = new Map([...target.movedLabels, [label, target.version]]);
  return among.filter(({ name }) => name === target.name).map((each) => withMoved(each, moved));
}

/** The definition with moved labels in their current place, and its own other labels. */
export function withMoved(definition: Definition, moved: ReadonlyMap<string, string>): Definition {
  const own = definition.labels.filter((label) => !moved.has(label));
  const brought = [...moved].flatMap(([label, version]) => (version === definition.version ? [label] : []));
  return redefine(definition, { labels: Object.freeze([...own, ...brought]), movedLabels: moved });
}

function fault(label: string, to: string, among: readonly Definition[]) {
  const place = faultAt(`The label "${label}"`);
  if (!isLabel(label)) {
    const remedy =
      'Use letters, digits, "_" and "-", not beginning with a digit, and not "latest", which moves by itself';
    return { ...place, problem: 'is invalid', remedy };
  }
  const known = among.flatMap((each) => addressOf(each) ?? []);
  const meant = nearest(to, known) ?? known.find((each) => each.startsWith(`${to}@`));
  const remedy =
    meant === undefined ? 'Name a version that is listed, as name@version' : `Point it to "${meant}" instead`;
  return { ...place, problem: `cannot point to "${to}", which is not a version of a prompt`, remedy };
}

function addressOf({ name, version }: Definition): string | undefined {
  return version === undefined ? undefined : `${name}@${version}`;
}
