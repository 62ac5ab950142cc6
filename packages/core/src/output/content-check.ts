import { OutputFault } from '../messages/output-parts.js';
import type { ContentBlock } from '../protocol.js';
import { CONTENT } from './content-shapes.js';
import { type Shape, ShapeFault } from './shape.js';

/**
 * A copy of a content block in which everything has been checked.
 * @throws {OutputFault} if it is invalid
 */
export function checkedContent(
  content: Readonly<Record<string, unknown>>,
  name: 'message' | 'block',
  index: number,
): ContentBlock {
  // Fast path: almost all content is plain text.
  const { type, text } = content;
  if (type === 'text' && typeof text === 'string' && !hasMoreThanText(content)) return { type, text };
  const shape = CONTENT.get(type);
  if (shape === undefined) throw new OutputFault(`gave ${name} ${index} content with ${wrong('type', type, TYPES)}`);
  return checkShape(shape, content, `gave ${name} ${index} content whose`);
}

// It builds no list of members: every block passes through here.
export function hasMoreThanText(content: object): boolean {
  for (const name in content) if (name !== 'type' && name !== 'text') return true;
  return false;
}

/** @throws {OutputFault} if a value has another shape */
export function checkShape<T>(shape: Shape<T>, value: unknown, problem: string, path = ''): T {
  try {
    return shape(value, path);
  } catch (fault) {
    throw fault instanceof ShapeFault ? new OutputFault(`${problem} ${fault.message}`) : fault;
  }
}

const TYPES = [...CONTENT.keys()].map((type) => `"${type}"`).join(', ');

/** Describes a wrong value only by its kind, because the value may come from an argument. */
export function wrong(member: string, value: unknown, known: string): string {
  const reason = typeof value === 'string' ? 'that MCP does not have' : `that is ${kindOf(value)}`;
  return `a ${member} ${reason}: there are only ${known}`;
}

export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
