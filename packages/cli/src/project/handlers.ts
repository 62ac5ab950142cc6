import { type Class, type Definition, isPrompt, isResource, isTool } from '@cuecard/core';

/** A decorated class, or a definition made from data: what a registry can exchange. */
export type Handler = Class | Definition;

export function isHandler(value: unknown): value is Handler {
  return isPrompt(value) || isTool(value) || isResource(value) || isDefinition(value);
}

/** The class by which a registry knows a handler. */
export function classOf(handler: Handler): Class {
  return typeof handler === 'function' ? handler : handler.type;
}

function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && 'kind' in value && 'specifics' in value;
}
