import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { DraftValue, Path } from './draft.js';
import type { FieldError } from './errors.js';
import type { Field } from './field.js';

/** What the fields of a form share. */
export interface FormContext {
  /** Begins the ids of its elements. */
  readonly id: string;
  readonly set: (path: Path, value: DraftValue | undefined) => void;
  /** Why values are refused, by the paths of their fields. */
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
