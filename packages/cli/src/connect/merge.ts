import { isAbsolute, relative, sep } from 'node:path';
import { Problem, accessing } from '../outcome/problem.js';
import { type ChangedText, JsonFault, withoutServer, withServer } from './json-settings.js';
import type { Plan } from './plan.js';
import { readSettings, type SettingsFile, targetOf, writeSettings } from './settings-file.js';
import { type Reader, settingsText, shortPath } from './settings-print.js';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { styled } from '../terminal/terminal.js';

/** A change of a file of settings that has not been made. */
interface Prepared {
  readonly plan: Plan;
  readonly remove: boolean;
  readonly file: SettingsFile;
  readonly changed: ChangedText;
}

/** A change that has been made. */
export interface Applied extends Prepared {
  readonly backup: string | undefined;
}

/** @throws {Problem} for a file that cannot be read, that is not JSON, or that a link puts outside of the project */
export async function prepare(plan: Plan, { remove, reader }: { remove: boolean; reader: Reader }): Promise<Prepared> {
  const path = shortPath(plan.file, reader);
  if (plan.client.language === 'toml') throw unchangeable(plan, 'It is TOML', { remove, reader });
  await accessing(path, () => checkInside(plan, path));
  const file = await accessing(path, () => readSettings(plan.file));
  const text = file.text ?? '';
  try {
    const changed = remove ? withoutServer(text, plan.path) : withServer(text, plan.path, plan.entry);
    return { plan, remove, file, changed };
  } catch (error) {
    if (error instanceof JsonFault) throw unchangeable(plan, error.message, { remove, reader });
    throw error;
  }
}

/** A project that was downloaded may have links to the files of its user. */
async function checkInside({ scope, file, root }: Plan, path: string): Promise<void> {
  if (scope === 'user') return;
  const target = await targetOf(file);
  const inner = relative(await targetOf(root), target);
  if (!isAbsolute(inner) && inner.split(sep)[0] !== '..') return;
  throw new Problem({
    code: 'settings-outside-project',
    summary: `${path} leads out of the project, to ${target}`,
    fix: `Replace the link by a file, or change ${target} yourself`,
  });
}

/** Writes the file, unless nothing changes. @throws {Problem} if it cannot be written */
export async function apply(prepared: Prepared, { now, reader }: { now: Date; reader: Reader }): Promise<Applied> {
  const { file, changed } = prepared;
  if (changed.change === 'none') return { ...prepared, backup: undefined };
  const backup = await accessing(shortPath(file.path, reader), () => writeSettings(file, changed.text, now));
  return { ...prepared, backup };
}

function unchangeable(
  plan: Plan,
  reason: string,
  { remove, reader }: { readonly remove: boolean; readonly reader: Reader },
): Problem {
  const { client, file, path } = plan;
  const what = remove
    ? `Take "${path.at(-1)}" out of it yourself`
    : `Change it yourself. This is what belongs there:\n\n${settingsText(plan)}\n`;
  return new Problem({
    code: 'settings-by-hand',
    summary: `The settings of ${client.title} are not changed here. ${reason}`,
    where: { path: relative(reader.folder, file).replaceAll(sep, '/') },
    fix: what,
  });
}

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
  return createTwoFilesPatch(file.text === undefined ? '/dev/null' : path, path, before, after, '', '', {
    headerOptions: FILE_HEADERS_ONLY,
  });
}
