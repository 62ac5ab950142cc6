import { validate, type ValidationError } from 'class-validator';
import { allRules, compileRules, type Rule } from './validation-rules.js';
import type { Site, Validation } from './validation.js';

interface Options {
  readonly validation: Validation;
  readonly groups: readonly string[];
}

/** Adds the faults that class-validator finds in one property, without its messages, which may contain the value. */
export async function checkByClassValidator(site: Site, property: string, options: Options): Promise<void> {
  const errors = await validate(site.object, { forbidUnknownValues: false, groups: [...options.groups] });
  for (const error of errors) if (error.property === property) addFaults(error, site.path, options.validation);
}

function addFaults(error: ValidationError, path: string, to: Validation): void {
  if (to.refused?.has(path)) return;
  const { constraints = {}, children = [], value, target, property } = error;
  const label = to.naming === undefined ? property : path;
  const broken = Object.keys(constraints);
  const rules = broken.length === 0 || target === undefined ? NONE : rulesOf(target, property);
  for (const key of broken) {
    const rule = rules.find((each) => each.key === key)?.name ?? key;
    to.faults.push({ argument: path, rule, message: `${label} is not valid (${rule})` });
  }
  for (const child of children) {
    addFaults(child, isCollection(value) ? `${path}[${child.property}]` : `${path}.${child.property}`, to);
  }
}

const NONE: readonly Rule[] = [];

function rulesOf({ constructor }: object, property: string): readonly Rule[] {
  const ofProperty = allRules(constructor).filter(({ propertyName }) => propertyName === property);
  return ofProperty.flatMap((each) => compileRules(each));
}

function isCollection(value: unknown): boolean {
  return Array.isArray(value) || value instanceof Set || value instanceof Map;
}
