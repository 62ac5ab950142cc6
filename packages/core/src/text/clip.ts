/** Shortens a string from a client before it becomes part of a message. */
export function clip(foreign: string): string {
  return foreign.length > 64 ? `${foreign.slice(0, 64)}…` : foreign;
}
