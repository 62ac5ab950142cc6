import { DEFAULT_LIMITS } from '../limits.js';
import type { ArgDefinition } from '../arguments/arg-definition.js';
import type { FormField, TitledValue } from '../protocol.js';

/** The maximum length of a shown string. It travels to the client and back, with all other answers. */
const MAX_LENGTH = 1000;

/** Sets the initial value of a field to a string on the wire; `undefined` if the field cannot show it unchanged. */
export function prefill(field: FormField, arg: ArgDefinition, text: string): FormField | undefined {
  if (field.type === 'string') return isShown(field, text) ? { ...field, default: text } : undefined;
  const value = arg.type.read(text, { origin: 'text', path: arg.name, faults: [], maxDepth: DEFAULT_LIMITS.maxDepth });
  if (field.type === 'boolean') return typeof value === 'boolean' ? { ...field, default: value } : undefined;
  if (field.type !== 'array') return typeof value === 'number' ? { ...field, default: value } : undefined;
  const values = Array.isArray(value) ? value.map(String) : undefined;
  const options = optionsIn(field.items);
  return values?.every((each) => options.includes(each)) === true ? { ...field, default: values } : undefined;
}

/** Whether a field shows a string: one of its choices, or a short line. */
function isShown(field: FormField, text: string): boolean {
  if ('enum' in field) return field.enum.includes(text);
  if ('oneOf' in field) return optionsIn({ anyOf: field.oneOf }).includes(text);
  return isLine(text);
}

/** Whether a string is short, and has no line breaks or other control characters. */
export function isLine(text: string): boolean {
  return text.length <= MAX_LENGTH && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

function optionsIn(choice: { enum: string[] } | { anyOf: TitledValue[] }): readonly string[] {
  return 'enum' in choice ? choice.enum : choice.anyOf.map((option) => option.const);
}
