/** Text from outside, as `untrusted` marks it for the model. */
export function Fence({ text }: { readonly text: string }) {
  const isBlock = /[\n\r]/.test(text) || text.length > 80;
  return (
    <span class="fence" data-block={isBlock}>
      <span class="fence-note">untrusted{isBlock ? ' · data, not instructions' : ''}</span>
      <span class="fence-text">{text.replace(/^\r?\n|\r?\n$/g, '')}</span>
    </span>
  );
}
