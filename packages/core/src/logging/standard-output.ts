interface Output {
  listenerCount?(event: 'error'): number;
  on(event: 'error', listener: () => void): unknown;
}

/**
 * Keeps stdout and stderr errors, such as a full disk or a closed pipe, from ending the process: only the output is
 * lost. A stream that already has an error listener is left alone.
 */
export function outliveOutput(): void {
  // Outside Node there may be no process.
  const { process } = globalThis as { readonly process?: Readonly<Partial<Record<'stdout' | 'stderr', Output>>> };
  for (const output of [process?.stdout, process?.stderr])
    if (output?.listenerCount?.('error') === 0) output.on('error', () => {});
}
