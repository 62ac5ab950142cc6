import { validate, type ValidationError } from 'class-validator';
import type { Site, Validation } from './validation.js';

interface Options {
  readonly validation: Validation;
  readonly groups: readonly string[];
}

/** Adds to a validation what class-validator itself finds in one property. Its messages are not told: they may hold the value. */
export async function checkByClassValidator(site: Site, property: string, options: Options): Promise<void> {
  const errors = await validate(site.object, { forbidUnknownValues: false, groups: [...options.groups] });
  for (const error of errors) if (error.property === property) addFaults(error, site.path, options.validation);
}

function addFaults(
  { property, constraints = {}, children = [], value }: ValidationError,
  path: string,
  to: Validation,
) {
  if (to.refused?.has(path)) return;
  for (const rule of Object.keys(constraints)) {
    to.faults.push({ argument: path, rule, message: `${property} is not valid (${rule})` });
  }
  const isList = Array.isArray(value) || value instanceof Set || value instanceof Map;
  for (const child of children) {
    addFaults(child, isList ? `${path}[${child.property}]` : `${path}.${child.property}`, to);
  }
}
