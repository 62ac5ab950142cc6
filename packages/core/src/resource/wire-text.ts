import { jsonText } from '../messages/json-text.js';
import { base64Of } from '../text/base64.js';

const MAX_MEMBERS = 100_000;

/** A typed value as the text that is read as this value again. */
export function wireText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (value instanceof URL) return value.href;
  if (value instanceof Uint8Array) return base64Of(value);
  if (typeof value === 'object' && value !== null) return jsonText(value, { maxMembers: MAX_MEMBERS }) ?? '';
  return String(value);
}
