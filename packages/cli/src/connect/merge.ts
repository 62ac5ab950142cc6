import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { pathFrom } from '../files.js';
import { Problem } from '../outcome/problem.js';
import { styled } from '../terminal/terminal.js';
import { type ChangedText, JsonFault, withoutServer, withServer } from './json-settings.js';
import type { Plan } from './plan.js';
import { SettingsFile } from './settings-file.js';
import { type Reader, settingsText, shortPath } from './settings-print.js';

interface MergeOptions {
  readonly remove: boolean;
  readonly dryRun: boolean;
  readonly reader: Reader;
}

interface MergeResult {
  readonly change: ChangedText['change'];
  /** The change and the next step, or the change as a patch. */
  readonly text: string;
}

/**
 * Adds a server to the settings file of a client, or removes it.
 * @throws {Problem} for a file that cannot be read or written, that is not plain JSON, or that is outside of the project
 */
export async function merge(plan: Plan, { remove, dryRun, reader }: MergeOptions): Promise<MergeResult> {
  if (plan.client.language === 'toml') throw unchangeable(plan, 'the file is TOML', remove, reader);
  const file = await SettingsFile.find(plan, shortPath(plan.file, reader));
  const before = await file.read();
  const changed = changedText(before ?? '', plan, remove, reader);
  const { change, text } = changed;
  if (dryRun) return { change, text: differenceText(file.path, before, changed) };
  if (change !== 'none') await file.write(text);
  return { change, text: mergedText(file.path, plan, change, remove) };
}

function changedText(text: string, plan: Plan, remove: boolean, reader: Reader): ChangedText {
  try {
    return remove ? withoutServer(text, plan.path) : withServer(text, plan.path, plan.entry);
  } catch (error) {
    throw error instanceof JsonFault ? unchangeable(plan, error.message, remove, reader) : error;
  }
}

function unchangeable(plan: Plan, reason: string, remove: boolean, { folder }: Reader): Problem {
  const { client, file, path } = plan;
  return new Problem({
    code: 'settings-by-hand',
    summary: `The settings of ${client.title} cannot be changed automatically: ${reason}`,
    where: { path: pathFrom(folder, file) },
    fix: remove
      ? `Remove "${path.at(-1)}" from the file by hand`
      : `Add this to the file by hand:\n\n${settingsText(plan)}\n`,
  });
}

const PREPOSITIONS = { added: 'to', updated: 'in', removed: 'from' };

function mergedText(file: string, { client, path }: Plan, change: ChangedText['change'], remove: boolean): string {
  const server = `"${path.at(-1)}"`;
  if (change === 'none') return `Nothing to do: ${file} ${remove ? `has no ${server}` : `already has ${server}`}.`;
  const done = `${styled('green', change)} ${server} ${PREPOSITIONS[change]} ${file}`;
  return [done, ...(remove ? [] : [client.next])].join('\n');
}

/** The change as a patch. */
function differenceText(path: string, before: string | undefined, { text, change }: ChangedText): string {
  if (change === 'none') return `${path} would not change.`;
  const from = before === undefined ? '/dev/null' : path;
  return createTwoFilesPatch(from, path, before ?? '', text, '', '', { headerOptions: FILE_HEADERS_ONLY });
}
