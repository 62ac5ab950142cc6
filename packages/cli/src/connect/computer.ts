import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The computer that the clients run on. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** This one, as the environment of the command describes it. */
export function thisComputer(env: Computer['env'], platform: NodeJS.Platform = process.platform): Computer {
  const home = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return { platform, home: home || homedir(), env };
}

/** The folder in which applications with windows keep the settings of a user. */
export function applicationData({ platform, home, env }: Computer): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming');
  return env['XDG_CONFIG_HOME'] || join(home, '.config');
}

/**
 * The same for an application that comes to Windows as a package: it sees files of its own in place of those.
 * @param prefix what the name of its package begins with
 * @returns nothing if there is no such package
 */
export function packagedData({ platform, home, env }: Computer, prefix: string): string | undefined {
  const packages = join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Packages');
  if (platform !== 'win32' || !existsSync(packages)) return undefined;
  const found = readdirSync(packages).find((name) => name.startsWith(prefix));
  return found === undefined ? undefined : join(packages, found, 'LocalCache', 'Roaming');
}
