import type { ClientProfile } from '@cuecard/core';

/** The name that a host makes of another; `undefined` if it leaves that as it is. */
export function shownAs({ rewrites }: ClientProfile, kind: 'prompts' | 'tools', name: string): string | undefined {
  const replaced: Readonly<Record<string, string | undefined>> = rewrites?.[kind] ?? {};
  const shown = name.replace(/[-_./]/g, (each) => replaced[each] ?? each);
  return shown === name ? undefined : shown;
}
