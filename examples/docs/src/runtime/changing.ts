import { definePrompt } from '@cuecard/core';
import { runtime } from './runtime.js';

/** A prompt that came from a form, a file or a table. */
export interface Row {
  readonly name: string;
  readonly text: string;
}

/** Serves prompts from data too, from now on. */
export function publish(rows: readonly Row[]): void {
  const prompts = rows.map(({ name, text }) => definePrompt({ name, render: () => text }));
  runtime.replace(runtime.registry.with(...prompts));
}

/** Serves them no more. */
export function withdraw(rows: readonly Row[]): void {
  runtime.replace(runtime.registry.without(rows.map(({ name }) => name)));
}
