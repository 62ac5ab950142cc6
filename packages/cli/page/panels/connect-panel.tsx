import { useState } from 'preact/hooks';
import { keepHeaders, keptHeaders } from '../server/headers.js';
import { CopyButton } from '../shell/copy-button.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';

/** What connects clients to this server. */
export function ConnectPanel() {
  const project = useStore(usePage().project);
  const endpoint = new URL(project?.path ?? '/mcp', location.origin).href;
  const all = [{ client: 'The endpoint', text: endpoint }, ...(project?.connections ?? [])];
  return (
    <div class="panel">
      <h1>Connect a client</h1>
      {all.map(({ client, text }) => (
        <section class="snippet" aria-label={client}>
          <h2>{client}</h2>
          <div class="json">
            <CopyButton text={text} what={client} />
            <pre tabIndex={0} role="group" aria-label={`For ${client}`}>
              {text}
            </pre>
          </div>
        </section>
      ))}
      <CallHeaders />
    </div>
  );
}

/** What the page adds to its own calls. */
function CallHeaders() {
  const page = usePage();
  const [lines, setLines] = useState(keptHeaders);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    keepHeaders(lines);
    page.mcp.forget();
    page.outdate();
    page.say('The headers are sent from now on');
  };
  return (
    <form class="headers" onSubmit={submit}>
      <h2>
        <label for="headers">Headers of this page’s own calls</label>
      </h2>
      <p class="muted">One a line, for an endpoint that wants to know who asks. They are kept for this tab alone.</p>
      <textarea
        id="headers"
        class="code"
        rows={2}
        spellcheck={false}
        placeholder="Authorization: Bearer …"
        value={lines}
        onInput={({ currentTarget }) => setLines(currentTarget.value)}
      />
      <button type="submit">Use them</button>
    </form>
  );
}
