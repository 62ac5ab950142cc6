// Nothing where the package has been bundled with the application, whose frames must stay.
const [, OWN] = /^(?:file:\/\/)?(.*\/)text\/own-frames\.[jt]s$/.exec(import.meta.url ?? '') ?? [];

/** A stack without the frames of this package, so that it begins in the application. */
export function withoutOwnFrames(stack = ''): string {
  const isOwn = (line: string) => OWN !== undefined && /^ +at /.test(line) && line.includes(OWN);
  return stack
    .split('\n')
    .filter((line) => !isOwn(line))
    .join('\n');
}
