// Nothing where the package has been bundled with the application, whose frames must stay.
const [, PACKAGE] = /^(?:file:\/\/)?(.*\/)(?:dist|src)\/text\/own-frames\.[jt]s$/.exec(import.meta.url ?? '') ?? [];

/** A stack without the frames of this package, so that it begins in the application. */
export function withoutOwnFrames(stack = ''): string {
  return stack
    .split('\n')
    .filter((line) => !isOwn(line))
    .join('\n');
}

/** With source maps on (`--enable-source-maps`, Jest) a frame names the source, else what is built from it. */
function isOwn(line: string): boolean {
  if (PACKAGE === undefined || !/^ +at /.test(line)) return false;
  return line.includes(`${PACKAGE}dist/`) || line.includes(`${PACKAGE}src/`);
}
