// The path of this package; `undefined` if it was bundled with the application. Its stack frames are then kept.
const [, PACKAGE] =
  /^(?:file:\/\/)?(.*\/)(?:dist\/cuecard-core|(?:build|src)\/text\/stack-frames)\.c?[jt]s$/.exec(
    import.meta.url ?? '',
  ) ?? [];

/** The folder of this copy of the package; `undefined` if it was bundled with the application. */
export const OWN_FOLDER = PACKAGE && decodeURI(PACKAGE.slice(0, -1));

/** Removes the frames of this package from a stack trace, so that the trace begins in the application. */
export function withoutOwnFrames(stack = ''): string {
  return stack
    .split('\n')
    .filter((line) => !isOwn(line))
    .join('\n');
}

/**
 * Whether a line is a stack frame of this package. With source maps (`--enable-source-maps`, Jest) a frame names the
 * source file, otherwise the built file.
 */
function isOwn(line: string): boolean {
  if (PACKAGE === undefined || !/^ +at /.test(line)) return false;
  return line.includes(`${PACKAGE}dist/`) || line.includes(`${PACKAGE}src/`);
}
