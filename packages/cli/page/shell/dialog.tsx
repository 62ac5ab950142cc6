import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** The label of the button that submits the dialog. */
  readonly action: string;
  readonly isReady?: boolean;
  /** Called before the dialog closes. */
  readonly onSubmit?: (form: FormData) => void;
  readonly onClose: () => void;
  /** The other button. @default one that cancels */
  readonly other?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A form above the page. It keeps the focus, and returns it. */
export function Dialog({ title, action, isReady = true, onSubmit, onClose, other, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    current?.querySelector<HTMLElement>('input, textarea, [type=submit]')?.focus();
    return () => current?.close(); // Without this, the focus would not return.
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    onSubmit?.(new FormData(event.currentTarget as HTMLFormElement));
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <form onSubmit={submit}>
        <h2 id="dialog-title">{title}</h2>
        {children}
        <p class="actions row">
          <button type="submit" class="primary" disabled={!isReady}>
            {action}
          </button>
          {other ?? (
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          )}
        </p>
      </form>
    </dialog>
  );
}
