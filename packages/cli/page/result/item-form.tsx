import { useMemo, useState } from 'preact/hooks';
import type { DefinitionDetail } from '../../src/playground/api.js';
import { Json } from '../content/json.js';
import { ownOf } from '../form/draft.js';
import type { FieldError } from '../form/errors.js';
import { FieldRow } from '../form/field-row.js';
import type { Field } from '../form/field.js';
import { type FormContext, FormProvider } from '../form/form-context.js';
import { withoutSecrets } from '../form/values.js';
import { PasteDialog } from '../form/paste-dialog.js';
import { MASK } from '../server/mcp.js';
import { Dialog } from '../shell/dialog.js';
import { type Page, usePage } from '../state/page.js';
import { mayChange, readDraft } from '../state/request.js';
import { useStore } from '../state/store.js';
import type { Run, Workbench } from '../state/workbench.js';

interface Props {
  readonly detail: DefinitionDetail;
  readonly workbench: Workbench;
}

/** The form of an item's arguments. */
export function ItemForm({ detail, workbench }: Props) {
  const page = usePage();
  const draft = useStore(workbench.draft);
  const run = useStore(workbench.run);
  const { fields } = workbench;
  const errors = useMemo(() => errorsOf(run), [run]);
  const form: FormContext = useMemo(
    () => ({
      id: 'argument',
      errors,
      set: (...args) => workbench.set(...args),
      complete: completer(page, { detail, workbench }),
    }),
    [errors, detail],
  );
  return (
    <form class="arguments" aria-label="Arguments" onSubmit={(event) => event.preventDefault()}>
      <Samples {...{ detail, workbench }} />
      <FormProvider value={form}>
        {fields.map((field) => (
          <FieldRow key={field.name} field={field} path={[field.name]} value={ownOf(draft, field.name)} />
        ))}
      </FormProvider>
      {fields.length === 0 && <p class="muted">It takes no arguments.</p>}
      <Actions {...{ detail, workbench }} />
    </form>
  );
}

function Samples({ detail: { examples }, workbench }: Props) {
  if (examples.length === 0) return null;
  return (
    <p class="samples">
      {examples.map((example, index) => (
        <button type="button" onClick={() => workbench.fillIn(example)}>
          {examples.length === 1 ? 'Fill in the sample' : `Sample ${index + 1}`}
        </button>
      ))}
    </p>
  );
}

/** The tools that the user has allowed since the page was loaded. */
const CONFIRMED = new Set<string>();

const VERBS = { prompt: 'Render', tool: 'Call', resource: 'Read' } as const;

function Actions({ detail, workbench }: Props) {
  const [dialog, setDialog] = useState<'paste' | 'confirm'>();
  const close = () => setDialog(undefined);
  const { missing, faults } = readDraft(detail, workbench.fields, workbench.draft.value);
  const isReady = missing.length + faults.size === 0;
  const send = () => {
    const isQuestion = mayChange(detail) && isReady && !CONFIRMED.has(workbench.key);
    if (isQuestion) setDialog('confirm');
    else void workbench.send();
  };
  return (
    <p class="actions">
      <button type="button" id="send" class="primary" aria-keyshortcuts="Control+Enter" onClick={send}>
        {VERBS[detail.kind]}
      </button>
      <Stop workbench={workbench} />
      {workbench.fields.length > 0 && (
        <>
          <button type="button" onClick={() => setDialog('paste')}>
            JSON…
          </button>
          <button type="button" onClick={() => workbench.clear()}>
            Clear
          </button>
        </>
      )}
      {dialog === 'paste' && (
        <PasteDialog
          names={workbench.fields.map(({ name }) => name)}
          value={readDraft(detail, workbench.fields, workbench.kept).values}
          onValues={(given) => workbench.fillIn(given)}
          onClose={close}
        />
      )}
      {dialog === 'confirm' && <Confirmation {...{ detail, workbench, close }} call={() => void workbench.send()} />}
    </p>
  );
}

/** Appears when something takes its time. */
function Stop({ workbench }: Pick<Props, 'workbench'>) {
  const { isUnderWay } = useStore(workbench.run);
  if (!isUnderWay) return null;
  return (
    <button type="button" class="stop" onClick={() => workbench.stop()}>
      Stop
    </button>
  );
}

interface ConfirmationProps extends Props {
  readonly call: () => void;
  readonly close: () => void;
}

function Confirmation({ detail, workbench, call, close }: ConfirmationProps) {
  const { fields, draft } = workbench;
  const { values } = readDraft(detail, fields, withoutSecrets(fields, draft.value, MASK));
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    CONFIRMED.add(workbench.key);
    close();
    call();
  };
  return (
    <Dialog title={`Call ${detail.title ?? detail.name}?`} onClose={close}>
      <form onSubmit={confirm}>
        <p>
          This tool does not declare itself read-only: the call may change something. You are asked once per page load.
        </p>
        <Json value={values} label="The arguments" />
        <p class="actions">
          <button type="submit" class="primary">
            Call it
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function errorsOf({ refusal, faults }: Run): ReadonlyMap<string, FieldError> {
  const own = [...faults].map(([argument, message]) => [argument, { argument, message }] as const);
  return new Map([...(refusal?.errors ?? []).map((error) => [error.argument, error] as const), ...own]);
}

/** Asks the endpoint for suggestions, as any client. The protocol has none for tools. */
function completer(page: Page, { detail, workbench }: Props): FormContext['complete'] {
  if (detail.kind === 'tool') return undefined;
  const { uri, uriTemplate } = detail.entry as { readonly uri?: string; readonly uriTemplate?: string };
  const ref =
    detail.kind === 'prompt'
      ? { type: 'ref/prompt', name: detail.version === undefined ? detail.name : `${detail.name}@${detail.version}` }
      : { type: 'ref/resource', uri: uriTemplate ?? uri };
  return async ({ name }: Field, value, signal) => {
    const { values } = readDraft(detail, workbench.fields, workbench.kept);
    const { [name]: _typed, ...others } = values;
    const params = { ref, argument: { name, value }, context: { arguments: others } };
    const { result } = await page.mcp.call('completion/complete', params, { signal });
    return (result?.['completion'] as { readonly values: readonly string[] } | undefined)?.values ?? [];
  };
}
