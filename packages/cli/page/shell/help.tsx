import { Dialog } from './dialog.js';

const KEYS: readonly (readonly [keys: string, action: string])[] = [
  ['/', 'Search the catalogue'],
  ['↑ ↓', 'Move through the catalogue or suggestions'],
  ['← →', 'Switch tabs'],
  ['Ctrl Enter', 'Render, read or call'],
  ['?', 'Show these shortcuts'],
  ['Esc', 'Close a dialog or suggestions'],
];

export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" action="Close" onClose={onClose} other={[]}>
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
    </Dialog>
  );
}
