import { valuesOf, withoutSecrets } from '../form/values.js';
import { MASK } from '../server/mcp.js';
import { CopyButton } from '../shell/copy-button.js';
import { textIn } from '../state/item-result.js';
import { usePage } from '../state/page.js';
import { maskedRequest } from '../state/request.js';
import { useStore } from '../state/store.js';
import type { ItemProps } from './result.js';
import { curlOf, typedCall } from './snippets.js';

/** Buttons that copy the result, and the call in other forms. Secrets are masked. */
export function Copies({ workbench, detail }: ItemProps) {
  const page = usePage();
  const { result } = useStore(workbench.run);
  const { fields, draft, name } = workbench;
  const curl = () => {
    const { url, ...message } = page.mcp.preview(maskedRequest(detail, name, draft.value));
    return curlOf(new URL(url, location.href).href, message);
  };
  const call = () => typedCall(detail, fields, valuesOf(fields, withoutSecrets(fields, draft.value, MASK)).values);
  return (
    <p class="copies row">
      <span class="muted">Copy</span>
      {result !== undefined && (
        <>
          <CopyButton text={() => textIn(result.answer)} what="Rendered text">
            text
          </CopyButton>
          <CopyButton text={() => JSON.stringify(result.answer.result, null, 2)} what="Result as JSON">
            JSON
          </CopyButton>
        </>
      )}
      <CopyButton text={curl} what="curl command">
        curl
      </CopyButton>
      <CopyButton text={call} what="TypeScript call">
        TypeScript
      </CopyButton>
      <CopyButton text={() => location.href} what="Link with these values">
        link
      </CopyButton>
    </p>
  );
}
