import { useState } from 'preact/hooks';
import type { LoggedCall } from '../../src/playground/api.js';
import { sizeText, timeText } from '../result/measures.js';
import { Switch } from '../shell/switch.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { CallDetail } from './call-detail.js';

/** How many calls are listed at first. */
const MAX_SHOWN = 100;

/** What clients ask of the server, newest first. */
export function LogPanel() {
  const calls = useStore(usePage().calls);
  const [text, setText] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [open, setOpen] = useState<number>();
  const found = calls.filter((call) => (!onlyFailed || hasFailed(call)) && isFound(call, text)).toReversed();
  return (
    <div class="panel log">
      <h1>Log</h1>
      <div class="log-filter">
        <input
          type="search"
          placeholder="Filter by method, name or client"
          aria-label="Filter the log"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Switch isOn={onlyFailed} onChange={setOnlyFailed}>
          Failed only
        </Switch>
        <span class="muted" role="status">
          {found.length === 1 ? '1 call' : `${found.length} calls`}
        </span>
      </div>
      <Messages />
      {found.length === 0 && <Nothing isFiltered={text !== '' || onlyFailed} />}
      <ol class="calls">
        {found.slice(0, MAX_SHOWN).map((call) => (
          <Call
            key={call.id}
            call={call}
            isOpen={open === call.id}
            onToggle={() => setOpen(open === call.id ? undefined : call.id)}
          />
        ))}
      </ol>
    </div>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return <p class="empty">{isFiltered ? 'No call matches.' : 'No client has called yet.'}</p>;
}

/** What the server has written meanwhile. */
function Messages() {
  const messages = useStore(usePage().messages);
  if (messages.length === 0) return null;
  return (
    <details class="server-messages">
      <summary>{messages.length === 1 ? '1 message' : `${messages.length} messages`} of the server</summary>
      <ol>
        {messages.toReversed().map(({ level, message }) => (
          <li data-level={level}>
            <span class="badge">{level}</span> {message}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface CallProps {
  readonly call: LoggedCall;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Call({ call, isOpen, onToggle }: CallProps) {
  const { method, client, ms, bytes, at, id } = call;
  return (
    <li class="call" data-failed={hasFailed(call)}>
      <button type="button" aria-expanded={isOpen} aria-controls={`call-${id}`} onClick={onToggle}>
        <time>{new Date(at).toLocaleTimeString('en-GB')}</time>
        <span class="call-method">
          {method} <code>{subjectOf(call)}</code>
        </span>
        <span class="muted">{client?.name ?? client?.revision ?? ''}</span>
        <span class="muted">{stateOf(call)}</span>
        <span class="muted">
          {[ms !== undefined && timeText(ms), bytes !== undefined && sizeText(bytes)].filter(Boolean).join(' · ')}
        </span>
      </button>
      <div id={`call-${id}`}>{isOpen && <CallDetail call={call} />}</div>
    </li>
  );
}

function stateOf(call: LoggedCall): string {
  if (call.isCancelled) return 'cancelled';
  if (call.isAsking) return 'asks';
  if (call.ms === undefined) return 'under way';
  return hasFailed(call) ? 'failed' : '';
}

function hasFailed({ error, result }: LoggedCall): boolean {
  return error !== undefined || (result as { readonly isError?: boolean } | undefined)?.isError === true;
}

function subjectOf({ params }: LoggedCall): string {
  const { name, uri, ref } = (params ?? {}) as {
    readonly name?: string;
    readonly uri?: string;
    readonly ref?: { readonly name?: string; readonly uri?: string };
  };
  return name ?? uri ?? ref?.name ?? ref?.uri ?? '';
}

function isFound(call: LoggedCall, text: string): boolean {
  const all = [call.method, subjectOf(call), call.client?.name, call.client?.revision, call.error?.message]
    .join(' ')
    .toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
