/** The code of an error of the system, such as `ENOENT`; `undefined` for other errors. */
export function systemCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;
  return isCoded ? String(error.code) : undefined;
}
