import { useMemo, useState } from 'preact/hooks';
import { Json } from '../content/json.js';
import { ownOf } from '../form/draft.js';
import type { FieldError } from '../form/errors.js';
import type { Form } from '../form/field.js';
import { FieldRow } from '../form/field-row.js';
import { PasteDialog } from '../form/paste-dialog.js';
import { withoutSecrets } from '../form/values.js';
import { MASK } from '../server/mcp.js';
import { Dialog } from '../shell/dialog.js';
import { type Page, usePage } from '../state/page.js';
import { mayChange, readDraft, VERBS } from '../state/request.js';
import { useStore } from '../state/store.js';
import type { Run } from '../state/workbench.js';
import type { ItemProps } from './result.js';

/** The form of an item's arguments. */
export function ItemForm({ detail, workbench }: ItemProps) {
  const page = usePage();
  const draft = useStore(workbench.draft);
  const run = useStore(workbench.run);
  const { fields } = workbench;
  const { examples } = detail;
  const errors = useMemo(() => errorsOf(run), [run]);
  const form: Form = useMemo(
    () => ({
      id: 'argument',
      errors,
      set: (...args) => workbench.set(...args),
      complete: completer(page, { detail, workbench }),
    }),
    [errors, detail],
  );
  return (
    <form class="arguments column" aria-label="Arguments" onSubmit={(event) => event.preventDefault()}>
      <p class="samples row">
        {examples.map((example, index) => (
          <button type="button" onClick={() => workbench.fillIn(example)}>
            {examples.length === 1 ? 'Fill in the example' : `Fill in example ${index + 1}`}
          </button>
        ))}
      </p>
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} path={[field.name]} value={ownOf(draft, field.name)} form={form} />
      ))}
      {fields.length === 0 && <p class="muted">No arguments.</p>}
      <Actions {...{ detail, workbench }} />
    </form>
  );
}

/** The tools that the user has allowed since the page was loaded. */
const CONFIRMED = new Set<string>();

function Actions({ detail, workbench }: ItemProps) {
  const [dialog, setDialog] = useState<'paste' | 'confirm'>();
  const { fields, draft, key } = workbench;
  const close = () => setDialog(undefined);
  const send = () => {
    const { missing, faults } = readDraft(detail, fields, draft.value);
    if (missing.length > 0) focusEmptyField();
    const isReady = missing.length + faults.size === 0;
    if (mayChange(detail) && isReady && !CONFIRMED.has(key)) setDialog('confirm');
    else sendAndShow(workbench);
  };
  return (
    <p class="actions row">
      <button type="button" id="send" class="primary" aria-keyshortcuts="Control+Enter" onClick={send}>
        {VERBS[detail.kind]}
      </button>
      <Stop workbench={workbench} />
      {fields.length > 0 && (
        <>
          <button type="button" onClick={() => setDialog('paste')}>
            Edit as JSON
          </button>
          <button type="button" onClick={() => workbench.clear()}>
            Clear
          </button>
        </>
      )}
      {dialog === 'paste' && (
        <PasteDialog
          names={fields.map(({ name }) => name)}
          value={readDraft(detail, fields, workbench.draftWithoutSecrets).values}
          onValues={(values) => workbench.fillIn(values)}
          onClose={close}
        />
      )}
      {dialog === 'confirm' && <Confirmation {...{ detail, workbench }} onClose={close} />}
    </p>
  );
}

/** Appears when a call takes its time. */
function Stop({ workbench }: Pick<ItemProps, 'workbench'>) {
  const { isUnderWay } = useStore(workbench.run);
  if (!isUnderWay) return null;
  return (
    <button type="button" class="stop" onClick={() => workbench.stop()}>
      Stop
    </button>
  );
}

function Confirmation({ detail, workbench, onClose }: ItemProps & { readonly onClose: () => void }) {
  const { fields, draft, key } = workbench;
  const call = () => {
    CONFIRMED.add(key);
    sendAndShow(workbench);
  };
  return (
    <Dialog title={`Call “${detail.title ?? detail.name}”?`} action="Call tool" onSubmit={call} onClose={onClose}>
      <p>This tool is not marked as read-only: calling it may change data. You confirm each tool once per page load.</p>
      <Json value={readDraft(detail, fields, withoutSecrets(fields, draft.value, MASK)).values} label="Arguments" />
    </Dialog>
  );
}

/** On a narrow screen, the result is below the form. */
function sendAndShow(workbench: ItemProps['workbench']): void {
  void workbench.send();
  if (innerWidth < 1152) document.querySelector('.result')?.scrollIntoView();
}

/** Focuses the first required field that is empty. */
function focusEmptyField(): void {
  const required = document.querySelectorAll<HTMLInputElement>('.arguments [aria-required=true]');
  [...required].find(({ value }) => value === '')?.focus();
}

function errorsOf({ failure, faults }: Run): ReadonlyMap<string, FieldError> {
  const own = [...faults].map(([argument, message]) => [argument, { argument, message }] as const);
  return new Map([...(failure?.errors ?? []).map((error) => [error.argument, error] as const), ...own]);
}

/** Completes arguments at the endpoint, as any client. The protocol has no completion for tools. */
function completer(page: Page, { detail, workbench }: ItemProps): Form['complete'] {
  const { kind, name, version, entry } = detail;
  if (kind === 'tool') return undefined;
  const { uri, uriTemplate } = entry as { readonly uri?: string; readonly uriTemplate?: string };
  const ref =
    kind === 'prompt'
      ? { type: 'ref/prompt', name: version === undefined ? name : `${name}@${version}` }
      : { type: 'ref/resource', uri: uriTemplate ?? uri };
  return async (field, value, signal) => {
    const { values } = readDraft(detail, workbench.fields, workbench.draftWithoutSecrets);
    const { [field.name]: _typed, ...others } = values;
    const params = { ref, argument: { name: field.name, value }, context: { arguments: others } };
    const { result } = await page.mcp.call('completion/complete', params, { signal });
    return (result?.['completion'] as { readonly values: readonly string[] } | undefined)?.values ?? [];
  };
}
