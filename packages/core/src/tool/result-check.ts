import type { Client } from '../api/context.js';
import { droppedFrom } from '../clients/client-profile.js';
import type { Answered, AnsweredDefinition, Answers, AnswerServices } from '../definition/kind.js';
import { explained } from '../messages/output-parts.js';
import { degradation, hasStructuredContent } from '../output/degradation.js';
import { after } from '../pending.js';
import type { CallToolResult } from '../protocol.js';
import type { Awaitable } from '../types.js';
import type { StructuredOutput } from './structured-output.js';
import { blocksOf, checkedResult, isFullResult, sized } from './tool-result.js';
import { specificsOf } from './tool-specifics.js';
import { UndeclaredMembers } from './undeclared-members.js';

/** A UTF-16 code unit takes at most three bytes of UTF-8; the type of a block counts, too. */
const [MAX_BYTES_A_UNIT, BYTES_BESIDE] = [3, 'text'.length];

/** Checks the output of `call`, and adapts it to the client. */
export class ResultCheck implements Answers<CallToolResult> {
  readonly #services: AnswerServices;
  readonly #undeclared: UndeclaredMembers;

  constructor(services: AnswerServices) {
    this.#services = services;
    this.#undeclared = new UndeclaredMembers(services.logger);
  }

  /** @throws {OutputFault} if the output must not be sent */
  check(output: unknown, by: Answered): Awaitable<CallToolResult> {
    const { output: declared } = specificsOf(by.specifics);
    const { limits } = this.#services;
    try {
      if (declared !== undefined) return this.#structured(output, declared, by);
      const isShort =
        typeof output === 'string' && output.length * MAX_BYTES_A_UNIT + BYTES_BESIDE <= limits.answerBytes;
      if (isShort) return { content: [{ type: 'text', text: output }] };
      return sized(
        isFullResult(output) ? checkedResult(output, limits) : { content: blocksOf(output, limits) },
        limits,
      );
    } catch (fault) {
      throw explained(fault, output);
    }
  }

  /**
   * Checks a result that interceptors may have changed.
   * @throws {OutputFault} if it must not be sent
   */
  recheck(answer: unknown, by: AnsweredDefinition | undefined): Awaitable<CallToolResult> {
    const { limits } = this.#services;
    const result = sized(checkedResult(answer, limits), limits);
    const declared = by && specificsOf(by.specifics).output;
    const { structuredContent } = result;
    const mayLack = result.isError === true && structuredContent === undefined;
    if (by === undefined || declared === undefined || mayLack) return result;
    return after(declared.recheck(structuredContent, by), () => result);
  }

  /** Replaces what the client does not know or drops. */
  fit(result: CallToolResult, client: Client | undefined): CallToolResult {
    const degrade =
      client === undefined ? undefined : degradation(client, droppedFrom('tools', this.#services.clients.of(client)));
    if (client === undefined || degrade === undefined) return result;
    const { structuredContent, content, ...rest } = result;
    const isSent = structuredContent !== undefined && hasStructuredContent(client);
    return { ...rest, content: content.map(degrade), ...(isSent && { structuredContent }) };
  }

  #structured(output: unknown, declared: StructuredOutput, by: Answered): Awaitable<CallToolResult> {
    const { limits } = this.#services;
    const full = isFailure(output) || isWithContent(output) ? checkedResult(output, limits) : undefined;
    if (full?.isError === true && full.structuredContent === undefined) return sized(full, limits);
    const object = full === undefined ? output : (output as CallToolResult).structuredContent;
    const written = declared.write(object, by, (path) => this.#undeclared.warn(by.name, path));
    return after(written, ({ json, text }) => {
      const content =
        full === undefined || full.content.length === 0 ? [{ type: 'text' as const, text }] : full.content;
      return sized({ ...full, content, structuredContent: json }, limits);
    });
  }
}

/** Whether an output is a full result, rather than an object that has `content`: such a result has the object as well. */
function isWithContent(output: unknown): boolean {
  return isFullResult(output) && typeof output.structuredContent === 'object';
}

function isFailure(output: unknown): boolean {
  return isFullResult(output) && output.isError === true;
}
