import { useState } from 'preact/hooks';
import { isItem } from '../state/address.js';
import { callerName, missingScopes } from '../state/caller.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { CallerDialog } from './caller-dialog.js';

/** Shows the caller of the page's own calls, and opens the choice of another one. */
export function CallAs() {
  const caller = useStore(usePage().caller);
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="call-as">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>Call as</span> <strong>{callerName(caller)}</strong>
      </button>
      {isOpen && <CallerDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Names the scopes that the shown item needs and the caller lacks, and adds them. */
export function NeededScopes() {
  const page = usePage();
  const address = useStore(page.address);
  const entries = useStore(page.entries) ?? [];
  const caller = useStore(page.caller);
  if (!isItem(address)) return null;
  const [name, version] = address.name.split('@');
  const entry = entries.find((each) => {
    const isVersion = version === undefined ? each.isChosen : each.version === version;
    return each.kind === address.kind && each.name === name && isVersion;
  });
  const missing = missingScopes(entry ?? {}, caller);
  if (missing.length === 0) return null;
  const [noun, pronoun] = missing.length === 1 ? ['scope', 'it'] : ['scopes', 'them'];
  return (
    <p class="needed" role="note">
      <span>
        Callers need the {noun} <code>{missing.join(' ')}</code>. Without, the server answers “Unknown {address.kind}”.
      </span>
      <button
        type="button"
        class="primary"
        onClick={() => page.callAs({ ...caller, scopes: [...caller.scopes, ...missing] })}
      >
        Call with {pronoun}
      </button>
    </p>
  );
}
