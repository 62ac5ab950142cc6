import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { DraftValue, Path } from './draft.js';
import type { FieldError } from './errors.js';
import type { Field } from './field.js';

/** The shared state of the fields of a form. */
export interface FormContext {
  /** The prefix of the ids of its elements. */
  readonly id: string;
  readonly set: (path: Path, value: DraftValue | undefined) => void;
  /** The errors of fields, by path. */
  readonly errors: ReadonlyMap<string, FieldError>;
  /** Suggestions for a value, best first. */
  readonly complete?: ((field: Field, typed: string, signal: AbortSignal) => Promise<readonly string[]>) | undefined;
}

const Context = createContext<FormContext | undefined>(undefined);

export const FormProvider = Context.Provider;

export function useForm(): FormContext {
  const form = useContext(Context);
  if (form === undefined) throw new Error('This is rendered outside of a form');
  return form;
}
