import { type PromptDefinition, redefine } from '../definition.js';
import { PromptDefinitionError } from '../errors.js';
import { nearest } from '../nearest.js';
import { isLabel } from './version.js';

/**
 * The prompts of a name, with the label on that version alone.
 * @param to the version, as `name@version`
 * @throws {PromptDefinitionError} where there is no such version, or the label cannot be one
 */
export function moveLabel(label: string, to: string, among: readonly PromptDefinition[]): PromptDefinition[] {
  const target = among.find((each) => addressOf(each) === to);
  if (target?.version === undefined || !isLabel(label)) throw new PromptDefinitionError([fault(label, to, among)]);
  const moved = new Map([...target.movedLabels, [label, target.version]]);
  return among.filter(({ name }) => name === target.name).map((each) => withMoved(each, moved));
}

/** The prompt with labels where they have been moved to, and its own beside them. */
export function withMoved(definition: PromptDefinition, moved: ReadonlyMap<string, string>): PromptDefinition {
  const own = definition.labels.filter((label) => !moved.has(label));
  const brought = [...moved].flatMap(([label, version]) => (version === definition.version ? [label] : []));
  return redefine(definition, { labels: Object.freeze([...own, ...brought]), movedLabels: moved });
}

function fault(label: string, to: string, among: readonly PromptDefinition[]) {
  const where = `The label "${label}"`;
  if (!isLabel(label)) {
    const remedy =
      'Use letters, digits, "_" and "-", not beginning with a digit, and not "latest", which moves by itself';
    return { where, problem: 'cannot be one', remedy };
  }
  const known = among.flatMap((each) => addressOf(each) ?? []);
  const meant = nearest(to, known) ?? known.find((each) => each.startsWith(`${to}@`));
  const remedy =
    meant === undefined ? 'Name a version that is listed, as name@version' : `Point it to "${meant}" instead`;
  return { where, problem: `cannot point to "${to}", which is no version of a prompt`, remedy };
}

function addressOf({ name, version }: PromptDefinition): string | undefined {
  return version === undefined ? undefined : `${name}@${version}`;
}
