import { isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Imports what Node can import by itself. Names that it does not see in a CommonJS module are looked for in what that
 * exports, as they are where the project is compiled to CommonJS.
 */
export async function importNative(target: string, names: readonly string[] = []): Promise<object> {
  const url = isBuiltin(target) ? target : pathToFileURL(target).href;
  const found = (await import(url)) as Readonly<Record<string, unknown>>;
  const missing = names.filter((name) => !(name in found) && name !== 'default');
  if (missing.length === 0) return found;
  const whole = Object(found['default']) as Readonly<Record<string, unknown>>;
  const seen = missing.filter((name) => name in whole);
  if (seen.length === 0) return found;
  return Object.freeze({ ...found, ...Object.fromEntries(seen.map((name) => [name, whole[name]])) });
}
