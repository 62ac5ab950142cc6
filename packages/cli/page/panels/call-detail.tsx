import type { LoggedCall } from '../../src/playground/api.js';
import { Json } from '../content/json.js';
import { type Draft } from '../form/draft.js';
import { fieldsIn } from '../state/request.js';
import { draftOf } from '../form/typed.js';
import { withoutSecrets } from '../form/values.js';
import { type Page, usePage, wordsOf } from '../state/page.js';
import type { KindName } from '@cuecard/core';
import { Thrown } from './thrown.js';

/** A call of the log, with what it has said and got. */
export function CallDetail({ call }: { readonly call: LoggedCall }) {
  const { params, result, error, thrown, client } = call;
  return (
    <div class="call-detail">
      {client !== undefined && (
        <p class="muted">{[client.name, client.version, `revision ${client.revision}`].filter(Boolean).join(' · ')}</p>
      )}
      <Replay call={call} />
      <h2>Asked</h2>
      {params === undefined ? (
        <p class="muted">It was too large to be kept.</p>
      ) : (
        <Json value={params} label="Parameters" />
      )}
      <h2>Answered</h2>
      {error === undefined && result === undefined ? (
        <p class="muted">{unanswered(call)}</p>
      ) : (
        <Json value={error ?? result} label="Answer" />
      )}
      {thrown !== undefined && <Thrown error={thrown} />}
    </div>
  );
}

function unanswered({ isAsking, isCancelled, ms }: LoggedCall): string {
  if (isAsking) return 'The server has asked the user something first.';
  if (isCancelled) return 'The client has cancelled it.';
  return ms === undefined ? 'It is under way.' : 'The answer was too large to be kept.';
}

const KINDS: Readonly<Record<string, KindName>> = { 'prompts/get': 'prompt', 'tools/call': 'tool' };

function Replay({ call }: { readonly call: LoggedCall }) {
  const page = usePage();
  const kind = KINDS[call.method];
  if (call.params === undefined) return null;
  if (kind !== undefined) {
    return (
      <button type="button" class="primary" onClick={() => void openWith(page, call, kind)}>
        Open with these values
      </button>
    );
  }
  return (
    <button type="button" class="primary" onClick={() => void again(page, call)}>
      Ask again
    </button>
  );
}

/** Opens the item with the values of a call; a tool is not called before someone says so. */
async function openWith(page: Page, { params }: LoggedCall, kind: KindName): Promise<void> {
  const { name = '', arguments: given = {} } = params as {
    readonly name?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  };
  try {
    const detail = await page.api.definition(kind, name, new AbortController().signal);
    const fields = fieldsIn(detail);
    const values: Draft = withoutSecrets(fields, draftOf(fields, given));
    page.go({ kind, name, values });
  } catch (error) {
    page.say(wordsOf(error));
  }
}

/** Sends the same request anew. It comes to the log as a call of its own. */
async function again(page: Page, { method, params }: LoggedCall): Promise<void> {
  const { _meta, ...own } = params as Readonly<Record<string, unknown>>;
  const { error } = await page.mcp
    .call(method, own)
    .catch((problem: unknown) => ({ error: { message: wordsOf(problem) } }));
  page.say(error?.message ?? 'Asked again');
}
