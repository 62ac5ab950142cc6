// The arguments as zod has them, a schema of its own each time.
import { z } from 'zod';
import { LANGUAGES, LONGEST } from './review.js';

const complete = (value) => LANGUAGES.filter((language) => language.startsWith(value));
const within = (integer) => integer.int().min(1).max(50);

/** @param completable of the SDK: its v1 looks for it inside when it registers a prompt, and outside when it answers */
export function promptShape(completable = (schema) => schema) {
  return {
    code: z.string().min(1),
    language: completable(completable(z.enum(LANGUAGES), complete).optional(), complete),
    limit: within(z.coerce.number()).default(10),
  };
}

/** What a tool gets is JSON, not text. */
export const toolSchema = () =>
  z.object({
    code: z.string().min(1).max(LONGEST),
    language: z.enum(LANGUAGES).optional(),
    limit: within(z.number()).default(10),
  });

export const resourceSchema = () => z.object({ limit: within(z.coerce.number()) });
