/** The code of an error of the system, such as `ENOENT`; `undefined` for other errors. */
export function systemCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;
  return isCoded ? String(error.code) : undefined;
}

/** Its code and what that means, such as `ENOENT: no such file or directory`, without the call and the path. */
export function systemReason(error: unknown): string | undefined {
  return (
    systemCode(error) &&
    String(error)
      .replace(/^Error: /, '')
      .split(',', 1)[0]
  );
}
