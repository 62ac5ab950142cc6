import { useState } from 'preact/hooks';
import type { ProjectInfo } from '../../src/playground/api.js';
import { Copyable } from '../content/json.js';
import { CopyButton } from '../shell/copy-button.js';
import { Tabs } from '../shell/tabs.js';

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

/** The command or the settings of each client, in tabs. */
export function Clients({ project: { connections } }: Props) {
  const [chosen, choose] = useState('client-0');
  const clients = connections.map(({ client, text }, index) => {
    // Settings name their file: `Cursor: ~/.cursor/mcp.json`.
    const [title = client, file] = client.split(/: (.*)/s);
    return { id: `client-${index}`, title, file, text };
  });
  const current = clients.find(({ id }) => id === chosen) ?? clients[0];
  if (current === undefined) return null;
  const { id, title, file, text } = current;
  return (
    <section class="clients column" aria-label="Clients">
      <Tabs label="Client" class="chips row" panel="client" tabs={clients} current={id} onChoose={choose} />
      <div role="tabpanel" id="client" aria-labelledby={`tab-${id}`}>
        {file !== undefined && <p class="muted">{file}</p>}
        <Copyable text={text} label={title} />
      </div>
    </section>
  );
}
