import type { Rule } from './rule.js';
import { argumentOrder } from './rules/argument-order.js';
import { argumentOptionalType, argumentValuesUnchecked } from './rules/argument-types.js';
import { argumentUndeclared } from './rules/argument-undeclared.js';
import { argumentUnused } from './rules/argument-unused.js';
import { definitionUnlisted } from './rules/definition-unlisted.js';
import { deprecatedWithoutReplacement } from './rules/deprecated-without-replacement.js';
import { argumentDescription, definitionDescription } from './rules/description-missing.js';
import { uselessDescription } from './rules/description-useless.js';
import { exampleFails, exampleMissing, exampleOverBudget, renderingVaries } from './rules/examples.js';
import { interpolationUnfenced } from './rules/interpolation-unfenced.js';
import { nameLong } from './rules/name-long.js';
import { nameRewritten } from './rules/name-rewritten.js';
import { namesConfusable } from './rules/names-confusable.js';
import { questionInvalid } from './rules/question-invalid.js';
import { suppressionInvalid } from './rules/suppression-invalid.js';
import { titleDuplicate } from './rules/title-duplicate.js';
import { toolUnannotated } from './rules/tool-unannotated.js';

/** All rules, in the order of docs/check.md. */
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
