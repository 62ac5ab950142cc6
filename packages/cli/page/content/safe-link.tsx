import type { ComponentChildren } from 'preact';

const SAFE = /^(https?|mailto):/i;

/** A link, if its scheme is safe; otherwise its text, with the address in sight. */
export function SafeLink({ to, children }: { readonly to: string; readonly children: ComponentChildren }) {
  if (!SAFE.test(to)) {
    return (
      <span class="unsafe-link">
        {children} <code>{to}</code>
      </span>
    );
  }
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
