import { Dialog } from './dialog.js';

const KEYS: readonly (readonly [keys: string, action: string])[] = [
  ['/', 'Search the catalogue'],
  ['↑ ↓', 'Go through the catalogue or suggestions'],
  ['Ctrl Enter', 'Render, read or call now'],
  ['?', 'Show these keys'],
  ['Esc', 'Close, or leave a field'],
];

export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="shortcuts">
        {KEYS.map(([keys, action]) => (
          <div>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
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
