// The arguments as zod has them, a schema of its own each time.
import { z } from 'zod';
import { LANGUAGES } from './prompt.js';

const complete = (value) => LANGUAGES.filter((language) => language.startsWith(value));

/** @param completable of the SDK: its v1 looks for it inside when it registers a prompt, and outside when it answers */
export function shape(completable = (schema) => schema) {
  return {
    code: z.string().min(1),
    language: completable(completable(z.enum(LANGUAGES), complete).optional(), complete),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  };
}
