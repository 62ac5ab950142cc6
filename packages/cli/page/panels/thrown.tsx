import type { ThrownError } from '../../src/playground/options.js';
import { failureIn } from '../form/errors.js';
import type { Answer } from '../server/mcp.js';
import { Place } from '../shell/source-link.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { Frame } from './problems.js';

/** An error that code of the project threw in a call. */
export function Thrown({ error }: { readonly error: ThrownError }) {
  const { message, where, frame, stack, causes = [] } = error;
  return (
    <section class="thrown" aria-label="Cause">
      <p class="problem-head row">
        <strong>{message}</strong> <Place where={where} />
      </p>
      <Frame frame={frame} />
      <Frame frame={stack.join('\n')} label="Stack trace" />
      {causes.map((cause) => (
        <Thrown error={cause} />
      ))}
    </section>
  );
}

/** The cause of an internal error. The log contains it a moment after the answer. */
export function Cause({ data }: { readonly data: unknown }) {
  const id = idIn(data);
  const thrown = useStore(usePage().calls).findLast(
    (call) => call.thrown && idIn(failureIn(call as Answer)?.data) === id,
  )?.thrown;
  return thrown === undefined ? <p>See the server log for the cause.</p> : <Thrown error={thrown} />;
}

/** The id that an internal error has in the log. Errors that are meant for clients have none. */
export function idIn(data: unknown): unknown {
  return (Object(data) as { readonly id?: unknown }).id;
}
