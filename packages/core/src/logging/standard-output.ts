interface Output {
  listenerCount?(event: 'error'): number;
  on(event: 'error', listener: () => void): unknown;
}

/**
 * Keeps stdout and stderr from ending the process when they cannot be written, because the disk is full or nobody reads
 * them any more: that costs what was to be written. Whoever listens for their errors already decides otherwise.
 */
export function outliveOutput(): void {
  // Elsewhere than in Node there may be no process.
  const { process } = globalThis as { readonly process?: Readonly<Partial<Record<'stdout' | 'stderr', Output>>> };
  for (const output of [process?.stdout, process?.stderr])
    if (output?.listenerCount?.('error') === 0) output.on('error', () => {});
}
