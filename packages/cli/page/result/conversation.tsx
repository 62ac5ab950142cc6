import { useEffect, useMemo, useState } from 'preact/hooks';
import { estimateTokens } from '@cuecard/testing/contract';
import { Block } from '../content/block.js';
import { Json } from '../content/json.js';
import { unseenCount } from '../content/text.js';
import type { Refusal } from '../form/errors.js';
import { QuestionForm } from '../form/question-form.js';
import { CopyButton } from '../shell/copy-button.js';
import { Switch } from '../shell/switch.js';
import { Cause } from '../panels/thrown.js';
import { usePage } from '../state/page.js';
import { type Said, saidIn, type Shown, textIn, textOf } from '../state/shown.js';
import { useStore } from '../state/store.js';
import type { Run } from '../state/workbench.js';
import { Copies } from './copies.js';
import { counted, sizeText, timeText } from './measures.js';
import type { TabProps } from './result.js';

/** The result as a conversation. */
export function Conversation({ workbench, detail }: TabProps) {
  const run = useStore(workbench.run);
  const [isPlain, setPlain] = useState(false);
  const { shown, questions } = run;
  return (
    <>
      <div class="measures">
        <Copies {...{ workbench, detail }} />
        {shown !== undefined && (
          <Switch isOn={isPlain} onChange={setPlain}>
            As the model reads it
          </Switch>
        )}
      </div>
      <Trouble run={run} fields={workbench.fields.map(({ name }) => name)} />
      {questions.map((question) => (
        <QuestionForm
          key={question.key}
          question={question}
          onReply={(result) => void workbench.reply(question, result)}
        />
      ))}
      {shown !== undefined && (
        <div class="conversation" data-old={isOld(run)}>
          <Measures shown={shown} what={detail.kind === 'prompt' ? 'message' : 'block'} />
          <Messages said={saidIn(shown.answer)} isPlain={isPlain} />
          <Structured shown={shown} />
        </div>
      )}
      {detail.kind !== 'tool' && <AskAgain workbench={workbench} />}
      {shown === undefined && questions.length === 0 && run.refusal === undefined && !run.asksFirst && (
        <Waiting run={run} kind={detail.kind} />
      )}
    </>
  );
}

function AskAgain({ workbench }: Pick<TabProps, 'workbench'>) {
  const askAgain = () => {
    workbench.asking.forget();
    void workbench.send();
  };
  if (!workbench.asking.hasAnswers) return null;
  return (
    <button type="button" class="quiet" onClick={askAgain}>
      Ask me again
    </button>
  );
}

/** Whether what is shown is not what the form says. */
function isOld({ refusal, missing, faults, questions, asksFirst }: Run): boolean {
  return refusal !== undefined || asksFirst === true || missing.length + faults.size + questions.length > 0;
}

interface TroubleProps {
  readonly run: Run;
  /** The names of the fields, which show their own errors. */
  readonly fields: readonly string[];
}

/** Why the result is not that of the form. */
function Trouble({ run: { refusal, missing, faults, shown, asksFirst }, fields }: TroubleProps) {
  const rest = shown === undefined ? '' : ' Below is the last good result.';
  const isAtFields = refusal !== undefined && isShownBy(refusal, fields);
  const notices = [
    missing.length > 0 && shown !== undefined && `Fill in ${missing.join(', ')} first.`,
    asksFirst && 'It asks you something first. Render it to see the questions.',
    faults.size > 0 && 'A value is not what its field expects.',
    isAtFields && `The server refuses ${counted(refusal.errors.length, 'value')}.`,
  ];
  return (
    <div role="status" class="trouble">
      {notices.map((notice) => notice && <p class="notice">{notice + rest}</p>)}
      {refusal !== undefined && !isAtFields && <Refused {...{ refusal, rest }} />}
    </div>
  );
}

/** Whether fields show all errors of a refusal. */
function isShownBy({ errors }: Refusal, fields: readonly string[]): boolean {
  return errors.length > 0 && errors.every(({ argument }) => fields.includes(argument.split(/[.[]/)[0] ?? ''));
}

/** The code of an internal error of the server. */
const INTERNAL_ERROR = -32603;

function Refused({ refusal: { message, code, data }, rest }: { readonly refusal: Refusal; readonly rest: string }) {
  return (
    <div class="refused">
      <p>
        <strong>{code === undefined ? 'No answer' : `Error ${code}`}</strong> {message}
      </p>
      {code === INTERNAL_ERROR && <Cause data={data} />}
      {data !== undefined && <Json value={data} label="Data of the error" />}
      {rest && <p class="muted">{rest}</p>}
    </div>
  );
}

function Waiting({ run, kind }: { readonly run: Run; readonly kind: string }) {
  if (run.isUnderWay) return null;
  if (run.missing.length > 0)
    return (
      <p class="empty">
        Fill in <strong>{run.missing.join(', ')}</strong>, and the result is here while you type.
      </p>
    );
  return <p class="empty">{kind === 'tool' ? 'A tool is called only on demand.' : 'There is no result yet.'}</p>;
}

const QUIET_MS = 1000;

function Measures({ shown, what }: { readonly shown: Shown; readonly what: string }) {
  const page = usePage();
  const count = saidIn(shown.answer).length;
  const text = useMemo(() => textIn(shown.answer), [shown]);
  const unseen = useMemo(() => unseenCount(text), [text]);
  const { bytes, ms } = shown.answer;
  useEffect(() => {
    const timer = setTimeout(() => page.say('The result is new'), QUIET_MS); // Not while someone types.
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <ul class="facts" aria-label="Measures">
      <li>{counted(count, what)}</li>
      <li>{sizeText(bytes)}</li>
      <li>{timeText(ms)}</li>
      <li>{counted(estimateTokens(text), 'token')} (estimate)</li>
      {unseen > 0 && <li class="warns">{counted(unseen, 'unseen character')}</li>}
    </ul>
  );
}

/** Beyond this, messages are shown when someone wants them. */
const MAX_SHOWN = 100;

/** The messages of a result. */
export function Messages({ said, isPlain }: { readonly said: readonly Said[]; readonly isPlain: boolean }) {
  const [limit, setLimit] = useState(MAX_SHOWN);
  return (
    <>
      <ol class="messages">
        {said.slice(0, limit).map(({ role, block }) => (
          <li class="message" data-role={role ?? 'content'}>
            <div class="message-head">
              <span class="role">{role}</span>
              <CopyButton text={() => textOf(block)} what={role === undefined ? 'Block' : 'Message'} />
            </div>
            <Block block={block} isPlain={isPlain} />
          </li>
        ))}
      </ol>
      {said.length > limit && (
        <button type="button" onClick={() => setLimit(said.length)}>
          Show {(said.length - limit).toLocaleString('en')} more
        </button>
      )}
    </>
  );
}

function Structured({ shown: { answer } }: { readonly shown: Shown }) {
  const value = answer.result?.['structuredContent'];
  if (value === undefined) return null;
  return (
    <>
      <h2>Structured content</h2>
      <Json value={value} label="Structured content" />
    </>
  );
}
