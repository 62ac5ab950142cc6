import { validate, type ValidationError } from 'class-validator';
import { allRules, compileRules } from './validation-rules.js';
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
  const { constraints = {}, children = [], value } = error;
  const label = to.naming === undefined ? error.property : path;
  for (const key of Object.keys(constraints)) {
    const rule = ruleOf(key, error);
    to.faults.push({ argument: path, rule, message: `${label} is not valid (${rule})` });
  }
  for (const child of children) {
    addFaults(child, isCollection(value) ? `${path}[${child.property}]` : `${path}.${child.property}`, to);
  }
}

/** The name of a rule that class-validator reports by its key. */
function ruleOf(key: string, { target, property }: ValidationError): string {
  const ofClass = target === undefined ? [] : allRules(target.constructor);
  const rules = ofClass.filter((each) => each.propertyName === property).flatMap((each) => compileRules(each));
  return rules.find((each) => each.key === key)?.name ?? key;
}

function isCollection(value: unknown): boolean {
  return Array.isArray(value) || value instanceof Set || value instanceof Map;
}
