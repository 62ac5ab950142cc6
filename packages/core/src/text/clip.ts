/** Shortens a string that came from a client before it is put into a message. */
export function clip(foreign: string): string {
  return foreign.length > 64 ? `${foreign.slice(0, 64)}…` : foreign;
}
