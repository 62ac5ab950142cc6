import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog above the page. It keeps the focus, and gives it back. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close(); // A dialog that is only removed does not give the focus back.
  }, []);
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={onClose} onClick={closeOutside}>
      <div class="dialog">
        <h2 id="dialog-title">{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
