import { useState } from 'preact/hooks';
import { Json } from '../content/json.js';
import { JsonField } from '../form/json-field.js';
import { objectIn } from '../form/typed.js';
import type { Exchange, HttpMessage } from '../server/mcp.js';
import { messageOf } from '../state/page.js';
import { useStore } from '../state/store.js';
import type { Workbench } from '../state/workbench.js';
import { countText, timeOf, timeText } from './measures.js';
import type { ItemProps } from './result.js';

/** The messages between the page and the server, and a form that sends one again. */
export function Protocol({ workbench }: ItemProps) {
  const exchanges = useStore(workbench.exchanges);
  const [chosen, setChosen] = useState<number>();
  const exchange = exchanges.find(({ id }) => id === chosen) ?? exchanges[0];
  if (exchange === undefined) return <p class="empty muted">No requests yet.</p>;
  const { sent, notifications, answer, fault } = exchange;
  return (
    <div class="protocol">
      <p class="compare-with row small">
        <label for="exchange">Request</label>
        <select
          id="exchange"
          value={exchange.id}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        >
          {exchanges.map((each) => (
            <option value={each.id}>{titleOf(each)}</option>
          ))}
        </select>
      </p>
      <Replay key={exchange.id} {...{ exchange, workbench }} onSent={() => setChosen(undefined)} />
      <MessageView title="Request" {...sent} />
      {notifications.length > 0 && (
        <section>
          <h2>Notifications</h2>
          <Json value={notifications} label="Notifications" />
        </section>
      )}
      {answer !== undefined && (
        <MessageView title="Response" facts={`HTTP ${answer.status} · ${timeText(answer.ms)}`} {...answer} />
      )}
      {fault !== undefined && <p class="fault small">{fault}</p>}
    </div>
  );
}

function titleOf({ at, request: { method }, answer, fault }: Exchange): string {
  const waiting = fault === undefined ? 'in progress' : 'no response';
  return `${timeOf(at)} · ${method} · ${answer === undefined ? waiting : timeText(answer.ms)}`;
}

interface MessageProps extends HttpMessage {
  readonly title: string;
  readonly facts?: string;
}

function MessageView({ title, facts, headers, message }: MessageProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <section aria-label={title}>
      <h2>
        {title} <span class="muted">{facts}</span>
      </h2>
      <details>
        <summary>{countText(lines.length, 'header')}</summary>
        <pre class="plain">{lines.join('\n')}</pre>
      </details>
      <Json value={message} label={title} />
    </section>
  );
}

interface ReplayProps {
  readonly exchange: Exchange;
  readonly workbench: Workbench;
  readonly onSent: () => void;
}

function Replay({ exchange, workbench, onSent }: ReplayProps) {
  const { method, params } = exchange.request;
  const [text, setText] = useState(() => JSON.stringify(params, null, 2));
  const [fault, setFault] = useState<string>();
  const edited = objectIn(text);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (edited === undefined) return;
    const reply = workbench.replay(exchange, edited);
    reply.then(onSent, (error: unknown) => setFault(messageOf(error)));
  };
  return (
    <details>
      <summary>Edit and send again</summary>
      <form class="replay column" onSubmit={send}>
        <JsonField id="replay" label={`Params of ${method}`} text={text} fault={fault} onText={setText} />
        <button type="submit" disabled={edited === undefined}>
          Send again
        </button>
      </form>
    </details>
  );
}
