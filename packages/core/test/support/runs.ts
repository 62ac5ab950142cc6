/** How often a property is tried: in full where there is time for it, and a twentieth as often where somebody waits. */
export function runs(inFull: number): number {
  return process.env['CI'] ? inFull : Math.ceil(inFull / 20);
}

/** How much there is of what must only be much: all of it where there is time, and a tenth where somebody waits. */
export function amount(inFull: number): number {
  return process.env['CI'] ? inFull : Math.ceil(inFull / 10);
}

/** How many hostile calls there are, unless `CUECARD_HOSTILE` says how many. */
export function hostile(inFull: number): number {
  return Number(process.env['CUECARD_HOSTILE'] ?? runs(inFull));
}
