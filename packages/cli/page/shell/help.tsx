import { Dialog } from './dialog.js';

const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['/', 'Search the catalogue'],
  ['↑ ↓', 'Go through the catalogue or suggestions'],
  ['Ctrl Enter', 'Render, read or call now'],
  ['1 … 6', 'Choose a tab of the result'],
  ['l', 'The log'],
  ['c', 'Connect a client'],
  ['t', 'Light, dark, or as the system has it'],
  ['?', 'These shortcuts'],
  ['Esc', 'Close, or leave a field'],
];

export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, what]) => (
          <div>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </Dialog>
  );
}
