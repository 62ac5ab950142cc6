import type { Rule } from './rule.js';
import {
  argumentOptionalType,
  argumentOrder,
  argumentUndeclared,
  argumentUnused,
  argumentValuesUnchecked,
} from './rules/arguments.js';
import { definitionUnlisted, interpolationUnfenced, questionInvalid, suppressionInvalid } from './rules/code.js';
import {
  argumentDescription,
  definitionDescription,
  deprecatedWithoutReplacement,
  toolUnannotated,
  uselessDescription,
} from './rules/descriptions.js';
import { exampleFails, exampleMissing, exampleOverBudget, renderingVaries } from './rules/examples.js';
import { nameLong, nameRewritten, namesConfusable, titleDuplicate } from './rules/names.js';

/** All rules, in the order of docs/check-rules.md. */
export const RULES: readonly Rule[] = [
  interpolationUnfenced,
  definitionDescription,
  argumentDescription,
  uselessDescription,
  argumentUnused,
  argumentUndeclared,
  argumentOrder,
  argumentValuesUnchecked,
  argumentOptionalType,
  definitionUnlisted,
  questionInvalid,
  namesConfusable,
  nameRewritten,
  nameLong,
  titleDuplicate,
  exampleMissing,
  exampleFails,
  exampleOverBudget,
  renderingVaries,
  toolUnannotated,
  deprecatedWithoutReplacement,
  suppressionInvalid,
];
