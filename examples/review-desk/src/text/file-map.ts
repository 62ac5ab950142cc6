/** How many lines a map has at most. */
const MAX_LINES = 200;

/** The paths of files, a line each. Where these are many, folders stand for the files in them, the deepest first. */
export function fileMap(paths: readonly string[]): string {
  const deepest = Math.max(1, ...paths.map((path) => path.split('/').length));
  let lines = linesAt(deepest, paths);
  for (let depth = deepest - 1; depth > 0 && lines.length > MAX_LINES; depth -= 1) lines = linesAt(depth, paths);
  const more = lines.length - MAX_LINES;
  return (more > 0 ? [...lines.slice(0, MAX_LINES), `… and ${more} more`] : lines).join('\n');
}

/** Files deeper than `depth` are counted at their folder there. */
function linesAt(depth: number, paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const steps = path.split('/');
    const place = steps.length > depth ? `${steps.slice(0, depth).join('/')}/` : path;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].map(([place, count]) => (place.endsWith('/') ? `${place} (${files(count)})` : place));
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
