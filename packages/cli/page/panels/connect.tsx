import { useState } from 'preact/hooks';
import type { ProjectInfo } from '../../src/playground/api.js';
import { CopyButton } from '../shell/copy-button.js';

interface Props {
  readonly project: ProjectInfo;
}

export function ConnectPanel({ project }: Props) {
  return (
    <div class="panel">
      <h1>Connect a client</h1>
      <Endpoint project={project} />
      <Clients project={project} />
    </div>
  );
}

/** The address of the endpoint, to copy. */
export function Endpoint({ project: { path } }: Props) {
  const url = new URL(path, location.origin).href;
  return (
    <p class="endpoint">
      <code>{url}</code>
      <CopyButton text={url} what="Endpoint" />
    </p>
  );
}

/** The command or the settings that connect each client, a tab for each. */
export function Clients({ project: { connections } }: Props) {
  const [chosen, choose] = useState(0);
  const current = connections[Math.min(chosen, connections.length - 1)];
  if (current === undefined) return null;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + connections.length) % connections.length;
    choose(next);
    document.getElementById(`client-${next}`)?.focus();
  };
  return (
    <section class="clients" aria-label="Clients">
      <div class="chips" role="tablist" aria-label="Client" onKeyDown={move}>
        {connections.map(({ client }, index) => (
          <button
            type="button"
            role="tab"
            id={`client-${index}`}
            aria-selected={connections[index] === current}
            aria-controls="client"
            tabIndex={connections[index] === current ? 0 : -1}
            onClick={() => choose(index)}
          >
            {partsOf(client)[0]}
          </button>
        ))}
      </div>
      <Snippet connection={current} tab={`client-${connections.indexOf(current)}`} />
    </section>
  );
}

interface SnippetProps {
  readonly connection: ProjectInfo['connections'][number];
  /** The id of its tab. */
  readonly tab: string;
}

function Snippet({ connection: { client, text }, tab }: SnippetProps) {
  const [name, file] = partsOf(client);
  return (
    <div role="tabpanel" id="client" aria-labelledby={tab}>
      {file !== undefined && <p class="muted">{file}</p>}
      <div class="json">
        <CopyButton text={text} what={name} />
        <pre tabIndex={0} role="group" aria-label={`For ${name}`}>
          {text}
        </pre>
      </div>
    </div>
  );
}

/** The name of a client, and the file that the text belongs to, if it has one. */
function partsOf(client: string): readonly [name: string, file: string | undefined] {
  const [name = client, file] = client.split(/: (.*)/s);
  return [name, file];
}
