import { ANONYMOUS, type Caller, callerName } from '../state/caller.js';
import { usePage } from '../state/page.js';
import { Dialog } from './dialog.js';

/** Chooses the caller of the page's own calls. */
export function CallerDialog({ onClose }: { readonly onClose: () => void }) {
  const page = usePage();
  const { principal } = page.caller.value;
  const use = (caller: Caller) => {
    page.callAs(caller);
    page.announce(`Now calling as ${callerName(caller)}`);
    onClose();
  };
  const anonymousButton = (
    <button type="button" onClick={() => use(ANONYMOUS)}>
      Call anonymously
    </button>
  );
  return (
    <Dialog
      title="Call as"
      action="Apply"
      other={anonymousButton}
      onClose={onClose}
      onSubmit={(form) => use(callerIn(form))}
    >
      <p class="muted">These settings apply only to calls from this page. Your token allows any identity and scopes.</p>
      <label for="caller-principal">Identity</label>
      <input
        id="caller-principal"
        name="principal"
        defaultValue={principal}
        placeholder="anonymous"
        autocomplete="off"
      />
      <Scopes />
      <HeaderLines />
    </Dialog>
  );
}

function callerIn(form: FormData): Caller {
  const others = String(form.get('others')).split(/[\s,]+/);
  return {
    principal: String(form.get('principal')).trim(),
    scopes: [...new Set([...form.getAll('scope').map(String), ...others])].filter(Boolean),
    headers: String(form.get('headers')),
  };
}

function Scopes() {
  const page = usePage();
  const { scopes } = page.caller.value;
  const known = [...new Set((page.entries.value ?? []).flatMap((entry) => entry.scopes ?? []))].toSorted();
  return (
    <>
      {known.length > 0 && (
        <fieldset>
          <legend>Scopes</legend>
          {known.map((scope) => (
            <label>
              <input type="checkbox" name="scope" value={scope} defaultChecked={scopes.includes(scope)} /> {scope}
            </label>
          ))}
        </fieldset>
      )}
      <label for="caller-others">{known.length > 0 ? 'Other scopes' : 'Scopes'}</label>
      <input
        id="caller-others"
        name="others"
        defaultValue={scopes.filter((scope) => !known.includes(scope)).join(' ')}
        placeholder="orders:read orders:write"
        autocomplete="off"
        spellcheck={false}
      />
    </>
  );
}

function HeaderLines() {
  const { headers } = usePage().caller.value;
  return (
    <details open={headers !== ''}>
      <summary>Use HTTP headers instead</summary>
      <label for="caller-headers">
        HTTP headers, one per line. They are sent only if identity and scopes are empty.
      </label>
      <textarea
        id="caller-headers"
        name="headers"
        class="code"
        rows={2}
        spellcheck={false}
        placeholder="Authorization: Bearer …"
        defaultValue={headers}
      />
    </details>
  );
}
