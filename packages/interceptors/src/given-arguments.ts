import type { Call } from '@cuecard/core';

/** The arguments of a call exactly as the client sent them; the argument being completed is one of them. */
export function argumentsOf(call: Call): Readonly<Record<string, unknown>> {
  if (call.method.endsWith('/list') || call.method.startsWith('resources/')) return {};
  if (call.method === 'prompts/get' || call.method === 'tools/call') return asRecord(call.params.arguments);
  const { argument, context } = asRecord(call.params);
  const { name, value } = asRecord(argument);
  return { ...asRecord(asRecord(context)['arguments']), ...(typeof name === 'string' && { [name]: value }) };
}

function asRecord(given: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
  return isRecord ? (given as Readonly<Record<string, unknown>>) : {};
}
