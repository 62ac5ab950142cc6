import { useState } from 'preact/hooks';
import type { LoggedCall } from '../../src/playground/api.js';
import { Json } from '../content/json.js';
import { sizeText, timeText } from '../result/measures.js';
import { Switch } from '../shell/switch.js';
import { openWith } from '../state/open-with.js';
import { type Page, usePage, wordsOf } from '../state/page.js';
import { useStore } from '../state/store.js';
import { Thrown } from './thrown.js';

/** The calls of all clients, newest first, and the messages of the server. */
export function LogPanel() {
  const calls = useStore(usePage().calls);
  const [text, setText] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [open, setOpen] = useState<number>();
  const words = text.toLowerCase().split(/\s+/);
  const found = calls.filter((call) => (!onlyFailed || hasFailed(call)) && isFound(call, words)).toReversed();
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
      {found.length === 0 && <p class="empty">{calls.length > 0 ? 'No call matches.' : 'No client has called yet.'}</p>}
      <ol>
        {found.map((call) => (
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

/** The messages that the server wrote to its log. */
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
  const measures = [ms !== undefined && timeText(ms), bytes !== undefined && sizeText(bytes)];
  return (
    <li class="call" data-failed={hasFailed(call)}>
      <button type="button" aria-expanded={isOpen} aria-controls={`call-${id}`} onClick={onToggle}>
        <time>{new Date(at).toLocaleTimeString('en-GB')}</time>
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

function CallDetail({ call }: Pick<CallProps, 'call'>) {
  const page = usePage();
  const { method, params, result, error, thrown, client } = call;
  const isItem = method === 'prompts/get' || method === 'tools/call';
  return (
    <div class="call-detail">
      {client !== undefined && (
        <p class="muted">{[client.name, client.version, `revision ${client.revision}`].filter(Boolean).join(' · ')}</p>
      )}
      {params !== undefined && (
        <button type="button" class="primary" onClick={() => void (isItem ? openItem(page, call) : repeat(page, call))}>
          {isItem ? 'Open with these values' : 'Call again'}
        </button>
      )}
      <h2>Request</h2>
      {params === undefined ? (
        <p class="muted">It was too large to keep.</p>
      ) : (
        <Json value={params} label="Parameters" />
      )}
      <h2>Response</h2>
      {error === undefined && result === undefined ? (
        <p class="muted">{missingResponse(call)}</p>
      ) : (
        <Json value={error ?? result} label="Response" />
      )}
      {thrown !== undefined && <Thrown error={thrown} />}
    </div>
  );
}

/** Opens the item with the values of a call. A tool is called only when the user says so. */
function openItem(page: Page, { method, params }: LoggedCall): Promise<void> {
  const { name = '', arguments: given = {} } = params as {
    readonly name?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  };
  return openWith(page, { kind: method === 'tools/call' ? 'tool' : 'prompt', name }, given);
}

/** Sends the same request again. The log shows it as another call. */
async function repeat(page: Page, { method, params }: LoggedCall): Promise<void> {
  const { _meta, ...own } = params as Readonly<Record<string, unknown>>;
  const { error } = await page.mcp
    .call(method, own)
    .catch((problem: unknown) => ({ error: { message: wordsOf(problem) } }));
  page.say(error?.message ?? 'Called again');
}

function missingResponse({ isAsking, isCancelled, ms }: LoggedCall): string {
  if (isAsking) return 'The server asked the user something first.';
  if (isCancelled) return 'The client cancelled the call.';
  return ms === undefined ? 'The call is in progress.' : 'The response was too large to keep.';
}

function stateOf(call: LoggedCall): string {
  if (call.isCancelled) return 'cancelled';
  if (call.isAsking) return 'asks';
  if (call.ms === undefined) return 'in progress';
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

function isFound(call: LoggedCall, words: readonly string[]): boolean {
  const { method, client, error } = call;
  const all = [method, subjectOf(call), client?.name, client?.revision, error?.message].join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
}
