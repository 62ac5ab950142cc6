import type { Answer } from '../server/mcp.js';

/** The error of a field. */
export interface FieldError {
  readonly argument: string;
  readonly message: string;
}

/** A failed call. */
export interface Failure {
  readonly message: string;
  readonly code?: number;
  readonly errors: readonly FieldError[];
  readonly data?: unknown;
}

/** Returns the error of an answer: of the protocol, or of a failed tool. */
export function failureIn({ result, error }: Pick<Answer, 'result' | 'error'>): Failure | undefined {
  if (error !== undefined) return { ...error, errors: errorsIn(error.data) };
  if (result?.['isError'] !== true) return undefined;
  const meta = result['_meta'] as { readonly 'dev.cuecard/error'?: { code: number; data?: unknown } } | undefined;
  const failure = meta?.['dev.cuecard/error'];
  const content = (result['content'] ?? []) as readonly { readonly text?: string }[];
  const message = content.map(({ text = '' }) => text).join('\n');
  return { message, ...failure, errors: errorsIn(failure?.data) };
}

function errorsIn(data: unknown): readonly FieldError[] {
  const errors = (data as { readonly errors?: unknown } | undefined)?.errors;
  return Array.isArray(errors) ? (errors as FieldError[]).filter(({ argument }) => typeof argument === 'string') : [];
}

/** The message of an error, without the name of its field. */
export function messageAt({ argument, message }: FieldError): string {
  const rest = message.startsWith(`${argument} `) ? message.slice(argument.length + 1) : message;
  return rest === '' ? message : `${rest[0]?.toUpperCase()}${rest.slice(1)}`;
}
