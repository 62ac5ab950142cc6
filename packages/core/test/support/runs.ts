/** How often a property is tried: in full where there is time for it, and a twentieth as often where somebody waits. */
export function runs(inFull: number): number {
  return process.env['CI'] ? inFull : Math.ceil(inFull / 20);
}
