import { useEffect, useMemo, useState } from 'preact/hooks';
import { estimateTokens } from '@cuecard/testing/contract';
import { Block } from '../content/block.js';
import { Json } from '../content/json.js';
import { invisibleCount } from '../content/text.js';
import { ElicitationForm } from '../form/elicitation-form.js';
import type { Failure } from '../form/errors.js';
import { Cause, idIn } from '../panels/thrown.js';
import { AUTHENTICATE } from '../server/mcp.js';
import { CopyButton } from '../shell/copy-button.js';
import { Switch } from '../shell/switch.js';
import { type ItemResult, type Message, messagesIn, textIn, textOf } from '../state/item-result.js';
import { usePage } from '../state/page.js';
import { VERBS } from '../state/request.js';
import { useStore } from '../state/store.js';
import type { Run } from '../state/workbench.js';
import { Copies } from './copies.js';
import { countText, listText, sizeText, timeText } from './measures.js';
import type { ItemProps } from './result.js';

/** The result as a conversation. */
export function Conversation({ workbench, detail }: ItemProps) {
  const run = useStore(workbench.run);
  const [isPlain, setPlain] = useState(false);
  const { result, elicitations } = run;
  return (
    <>
      <div class="measures row small">
        <Copies {...{ workbench, detail }} />
        {result !== undefined && (
          <Switch isOn={isPlain} onChange={setPlain}>
            Raw text
          </Switch>
        )}
      </div>
      <Trouble {...{ workbench, detail, run }} />
      {elicitations.map((elicitation) => (
        <ElicitationForm
          key={elicitation.key}
          elicitation={elicitation}
          onReply={(response) => void workbench.reply(elicitation, response)}
        />
      ))}
      {result !== undefined && (
        <div class="conversation" data-old={isOld(run)}>
          <Measures result={result} noun={detail.kind === 'prompt' ? 'message' : 'block'} />
          <Messages messages={messagesIn(result.answer)} isPlain={isPlain} />
          <Structured value={result.answer.result?.['structuredContent']} />
        </div>
      )}
      {detail.kind !== 'tool' && workbench.elicitor.hasResponses && (
        <button type="button" class="quiet muted" onClick={() => void workbench.elicitAgain()}>
          Answer again
        </button>
      )}
    </>
  );
}

/** Whether the result does not belong to the values of the form. */
function isOld({ failure, missing, faults, elicitations, needsInput }: Run): boolean {
  return failure !== undefined || needsInput === true || missing.length + faults.size + elicitations.length > 0;
}

/** Explains why the values of the form have no result. */
function Trouble({ workbench, detail: { kind }, run }: ItemProps & { readonly run: Run }) {
  const { failure, result } = run;
  const rest = result === undefined ? '' : 'Below is the last successful result.';
  const fields = workbench.fields.map(({ name }) => name);
  const rejected = failure && rejectedFields(failure, fields);
  const notice = rejected && `The server rejected ${listText(rejected)}. See the form.`;
  const hint = notice ?? hintOf(run, kind);
  return (
    <div role="status" class="trouble column">
      {hint && <p class={rest || notice ? 'notice small' : 'empty muted'}>{`${hint} ${rest}`}</p>}
      {failure && !rejected && <FailureText {...{ failure, rest }} />}
    </div>
  );
}

/** The next step of the user. */
function hintOf(run: Run, kind: keyof typeof VERBS): string | undefined {
  const { missing, faults, needsInput, failure, result, elicitations, isUnderWay } = run;
  if (missing.length > 0)
    return `Fill in ${listText(missing)}${kind === 'tool' ? ', then choose Call' : ' to see the result'}.`;
  if (faults.size > 0) return `Correct ${listText([...faults.keys()])} in the form.`;
  if (needsInput) return `The server needs your input. Choose ${VERBS[kind]} to open the form.`;
  if (isUnderWay || failure || result || elicitations.length > 0) return undefined;
  return kind === 'tool' ? 'Choose Call to call the tool.' : 'No result yet.';
}

/** The fields that show the errors of a failure, if they show all of them. */
function rejectedFields({ errors }: Failure, fields: readonly string[]): readonly string[] | undefined {
  const names = [...new Set(errors.map(({ argument }) => argument.split(/[.[]/)[0] ?? ''))];
  return names.length > 0 && names.every((name) => fields.includes(name)) ? names : undefined;
}

/** The code of an internal error of the server. */
const INTERNAL_ERROR = -32603;

function FailureText({ failure: { message, code, data }, rest }: { readonly failure: Failure; readonly rest: string }) {
  return (
    <div class="failure small">
      <p>
        {code !== undefined && <strong>Error {code}</strong>} {message}
      </p>
      {(code === 401 || code === 403) && <p>{AUTHENTICATE}.</p>}
      {code === INTERNAL_ERROR && idIn(data) !== undefined && <Cause data={data} />}
      {data !== undefined && <Json value={data} label="Error data" />}
      {rest && <p class="muted">{rest}</p>}
    </div>
  );
}

function Structured({ value }: { readonly value: unknown }) {
  if (value === undefined) return null;
  return (
    <>
      <h2>Structured content</h2>
      <Json value={value} label="Structured content" />
    </>
  );
}

const QUIET_MS = 1000;

function Measures({ result, noun }: { readonly result: ItemResult; readonly noun: string }) {
  const page = usePage();
  const { answer } = result;
  const text = useMemo(() => textIn(answer), [answer]);
  const invisible = useMemo(() => invisibleCount(text), [text]);
  useEffect(() => {
    const timer = setTimeout(() => page.announce('New result'), QUIET_MS); // Not while the user types.
    return () => clearTimeout(timer);
  }, [result]);
  return (
    <ul class="facts row small muted" aria-label="Metrics">
      <li>{countText(messagesIn(answer).length, noun)}</li>
      <li>{sizeText(answer.bytes)}</li>
      <li>{timeText(answer.ms)}</li>
      <li>{countText(estimateTokens(text), 'token')} (estimate)</li>
      {invisible > 0 && <li class="warns">{countText(invisible, 'invisible character')}</li>}
    </ul>
  );
}

/** More messages are shown on request. */
const MAX_SHOWN = 100;

/** The messages of a result. */
export function Messages({ messages, isPlain }: { readonly messages: readonly Message[]; readonly isPlain: boolean }) {
  const [limit, setLimit] = useState(MAX_SHOWN);
  return (
    <>
      <ol class="messages column">
        {messages.slice(0, limit).map(({ role, block }) => (
          <li class="message" data-role={role ?? 'content'}>
            <div class="message-head tiny muted">
              <span class="role">{role}</span>
              <CopyButton text={() => textOf(block)} what={role === undefined ? 'Block' : 'Message'} />
            </div>
            <Block block={block} isPlain={isPlain} />
          </li>
        ))}
      </ol>
      {messages.length > limit && (
        <button type="button" onClick={() => setLimit(messages.length)}>
          Show {(messages.length - limit).toLocaleString('en')} more
        </button>
      )}
    </>
  );
}
