import { ValidateBy } from 'class-validator';

/** The argument must be one word that can follow the fence of a Markdown block. */
export function IsLanguage(): PropertyDecorator {
  return ValidateBy({ name: 'isLanguage', validator: { validate: isLanguage, defaultMessage: () => MESSAGE } });
}

const MESSAGE = '$property must be one word, such as typescript or c++';

function isLanguage(value: unknown): boolean {
  return typeof value === 'string' && /^[\w+#.-]{1,40}$/.test(value);
}
