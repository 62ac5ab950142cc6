import type { SourcePlace } from '../../src/playground/options.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';

interface Props {
  readonly where: SourcePlace | undefined;
  /** Whether to show only the file and its folder: files with the same name differ by their folder. */
  readonly isShort?: boolean;
}

/** A place in a file. Opens it in the editor, if the server can. */
export function Place({ where, isShort = false }: Props) {
  const page = usePage();
  const project = useStore(page.project);
  if (where === undefined) return null;
  const { path, line, column } = where;
  const whole = [path, line, isShort ? undefined : column].filter((part) => part !== undefined).join(':');
  const text = <code>{isShort ? whole.split('/').slice(-2).join('/') : whole}</code>;
  if (project?.opens !== true) return text;
  return (
    <button
      type="button"
      class="quiet source muted"
      title={whole}
      aria-label={`Open ${whole} in the editor`}
      onClick={() => void page.open(where)}
    >
      {text}
    </button>
  );
}
