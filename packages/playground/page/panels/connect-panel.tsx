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
    </div>
  );
}
