import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { styled } from '../terminal/terminal.js';
import type { Applied, Prepared } from './merge.js';
import { type Reader, shortPath } from './settings-print.js';

const PLACES = { added: 'to', updated: 'in', removed: 'from' };

/** What has been done, and what to do next. */
export function appliedText({ plan, remove, changed, backup }: Applied, reader: Reader): string {
  const { client, path } = plan;
  const server = `"${path.at(-1)}"`;
  const file = shortPath(plan.file, reader);
  if (changed.change === 'none')
    return `Nothing to do: ${file} ${remove ? `has no ${server}` : `has ${server} as it should be`}.`;
  const done = `${styled('green', changed.change)} ${server} ${PLACES[changed.change]} ${file}`;
  const kept = backup === undefined ? [] : [`The file as it was: ${shortPath(backup, reader)}`];
  return [done, ...kept, ...(remove ? [] : [client.next])].join('\n');
}

/** The change as a patch. */
export function differenceText({ plan, file, changed }: Prepared, reader: Reader): string {
  const path = shortPath(plan.file, reader);
  if (changed.change === 'none') return `${path} would not change.`;
  const [before, after] = [file.text ?? '', changed.text];
  const patch = createTwoFilesPatch(file.text === undefined ? '/dev/null' : path, path, before, after, '', '', {
    headerOptions: FILE_HEADERS_ONLY,
  });
  return patch.split('\n').map(coloured).join('\n');
}

function coloured(line: string): string {
  if (line.startsWith('+')) return styled('green', line);
  return line.startsWith('-') ? styled('red', line) : line;
}
