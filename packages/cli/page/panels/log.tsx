import { useState } from 'preact/hooks';
import type { LoggedCall } from '../../src/playground/api.js';
import { Json } from '../content/json.js';
import { countText, sizeText, timeOf, timeText } from '../result/measures.js';
import { Switch } from '../shell/switch.js';
import { openWith } from '../state/open-with.js';
import { messageOf, type Page, usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { Thrown } from './thrown.js';

/** The calls of all clients, newest first, and the messages of the server. */
export function LogPanel() {
  const calls = useStore(usePage().calls);
  const [text, setText] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const words = text.toLowerCase().split(/\s+/);
  const found = calls.filter((call) => (!onlyFailed || hasFailed(call)) && matches(call, words)).toReversed();
  return (
    <div class="panel log">
      <h1>Log</h1>
      <div class="log-filter row small">
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
          {countText(found.length, 'call')}
        </span>
      </div>
      <Messages />
      {found.length === 0 && <p class="empty muted">{calls.length > 0 ? 'No calls match.' : 'No calls yet.'}</p>}
      <ol>
        {found.map((call) => (
          <Call key={call.id} call={call} />
        ))}
      </ol>
    </div>
  );
}

/** The messages that the server wrote to its log. */
function Messages() {
  const messages = useStore(usePage().messages);
  if (messages.length === 0) return null;
  return (
    <details class="server-messages">
      <summary>{countText(messages.length, 'server message')}</summary>
      <ol>
        {messages.toReversed().map(({ level, message }) => (
          <li data-level={level}>
            <span class="badge tiny muted">{level}</span> {message}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface CallProps {
  readonly call: LoggedCall;
}

function Call({ call }: CallProps) {
  const [isOpen, setOpen] = useState(false);
  const { method, client, ms, bytes, at, id } = call;
  const measures = [ms !== undefined && timeText(ms), bytes !== undefined && sizeText(bytes)];
  return (
    <li class="call" data-failed={hasFailed(call)}>
      <button type="button" aria-expanded={isOpen} aria-controls={`call-${id}`} onClick={() => setOpen(!isOpen)}>
        <time>{timeOf(at)}</time>
        <span class="call-method">
          {method} <code>{subjectOf(call)}</code>
        </span>
        <span class="muted">{client?.name ?? client?.revision ?? ''}</span>
        <span class="muted">{stateOf(call)}</span>
        <span class="muted">{measures.filter(Boolean).join(' · ')}</span>
      </button>
      <div id={`call-${id}`}>{isOpen && <CallDetail call={call} />}</div>
    </li>
  );
}

function CallDetail({ call }: CallProps) {
  const page = usePage();
  const { method, params, result, error, thrown, client } = call;
  const isItem = method === 'prompts/get' || method === 'tools/call';
  const response = error ?? result;
  return (
    <div class="call-detail column small">
      {client !== undefined && (
        <p class="muted">
          {[client.name, client.version, `protocol revision ${client.revision}`].filter(Boolean).join(' · ')}
        </p>
      )}
      {params !== undefined && (
        <button type="button" class="primary" onClick={() => void (isItem ? openItem(page, call) : repeat(page, call))}>
          {isItem ? 'Open with these values' : 'Send again'}
        </button>
      )}
      {thrown !== undefined && <Thrown error={thrown} />}
      <h2>Request</h2>
      {params === undefined ? (
        <p class="muted">This request is too large for the log.</p>
      ) : (
        <Json value={params} label="Parameters" />
      )}
      <h2>Response</h2>
      {response === undefined ? (
        <p class="muted">{missingResponse(call)}</p>
      ) : (
        <Json value={response} label="Response" />
      )}
    </div>
  );
}

interface Params {
  readonly name?: string;
  readonly uri?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly ref?: { readonly name?: string; readonly uri?: string };
}

/** Opens the item with the values of a call. A tool is not called. */
function openItem(page: Page, { method, params }: LoggedCall): Promise<void> {
  const { name = '', arguments: values = {} } = params as Params;
  return openWith(page, { kind: method === 'tools/call' ? 'tool' : 'prompt', name }, values);
}

/** Sends the same request again. The log shows it as another call. */
async function repeat(page: Page, { method, params }: LoggedCall): Promise<void> {
  const { _meta, ...own } = params as Readonly<Record<string, unknown>>;
  const answer = page.mcp.call(method, own).then(({ error }) => error?.message, messageOf);
  page.announce((await answer) ?? 'Sent again');
}

function missingResponse({ isAsking, isCancelled, ms }: LoggedCall): string {
  if (isAsking) return 'The server requested input from the user.';
  if (isCancelled) return 'The client cancelled the call.';
  return ms === undefined ? 'The call is in progress.' : 'This response is too large for the log.';
}

function stateOf(call: LoggedCall): string {
  if (call.isCancelled) return 'cancelled';
  if (call.isAsking) return 'needs input';
  if (call.ms === undefined) return 'in progress';
  return hasFailed(call) ? 'failed' : '';
}

function hasFailed({ error, result }: LoggedCall): boolean {
  return error !== undefined || (result as { readonly isError?: boolean } | undefined)?.isError === true;
}

function subjectOf({ params }: LoggedCall): string {
  const { name, uri, ref } = (params ?? {}) as Params;
  return name ?? uri ?? ref?.name ?? ref?.uri ?? '';
}

function matches(call: LoggedCall, words: readonly string[]): boolean {
  const { method, client, error } = call;
  const all = [method, subjectOf(call), client?.name, client?.revision, error?.message].join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
}
