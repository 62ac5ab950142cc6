import { useState } from 'preact/hooks';
import type { CatalogueEntry } from '../../src/playground/api.js';
import { isItem } from '../state/address.js';
import { callerName, missingScopes, withScopes } from '../state/caller.js';
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

/** Names the scopes that the current item needs and the caller lacks, and adds them. */
export function NeededScopes() {
  const page = usePage();
  const address = useStore(page.address);
  const entries = useStore(page.entries) ?? [];
  const caller = useStore(page.caller);
  if (!isItem(address)) return null;
  const { kind } = address;
  const [name, version] = address.name.split('@');
  const isMeant = (each: CatalogueEntry) => (version === undefined ? each.isChosen : each.version === version);
  const entry = entries.find((each) => each.kind === kind && each.name === name && isMeant(each));
  const missing = missingScopes(entry ?? {}, caller);
  if (missing.length === 0) return null;
  const addScopes = () => {
    page.callAs(withScopes(caller, missing));
    document.getElementById('send')?.focus(); // The button disappears.
  };
  const [noun, pronoun] = missing.length === 1 ? ['scope', 'it'] : ['scopes', 'them'];
  return (
    <p class="needed small" role="note">
      <span>
        This {kind} requires the {noun} <code>{missing.join(' ')}</code>. Without {pronoun}, calls fail with “Unknown{' '}
        {kind}”.
      </span>
      <button type="button" class="primary" onClick={addScopes}>
        Add {noun}
      </button>
    </p>
  );
}
