import type { Client } from '../api/context.js';
import type { OutputContext } from '../definition/kind.js';
import type { Limits } from '../limits.js';
import { OutputFault } from '../messages/output-parts.js';
import { checkedAnswer, READ } from '../output/answer-shapes.js';
import { isUri, RESOURCE_CONTENTS } from '../output/content-shapes.js';
import { forRevision } from '../output/degradation.js';
import { type Shape, ShapeFault, isLarger } from '../output/shape.js';
import { forgetAll } from '../pending.js';
import type { ReadResourceResult } from '../protocol.js';
import { ResourceAddress } from './resource-address.js';
import { contentsIn } from './resource-contents.js';

/** A UTF-16 code unit takes at most three bytes of UTF-8. */
const MAX_BYTES_A_UNIT = 3;

/** Checks the contents that readers and resource classes return, and adapts them to the client. */
export class ContentsCheck {
  readonly #limits: Limits;

  constructor({ limits }: { readonly limits: Limits }) {
    this.#limits = limits;
  }

  /**
   * @throws {OutputFault} if the contents must not be sent
   * @throws {NotFoundError} if a class has returned nothing
   */
  check(
    output: unknown,
    { asked = '', specifics: address }: Pick<OutputContext, 'asked' | 'specifics'>,
  ): ReadResourceResult {
    if (!(address instanceof ResourceAddress))
      return this.#checkSize({ contents: [applyShape(RESOURCE_CONTENTS, output)] });
    const { answerBytes } = this.#limits;
    const { mimeType = 'text/plain' } = address.facts;
    // Fast path: almost all contents are strings. The MIME type of a class has been checked at start-up.
    if (typeof output === 'string' && isUri(asked)) {
      const units = asked.length + mimeType.length + output.length;
      if (units * MAX_BYTES_A_UNIT <= answerBytes) return { contents: [{ uri: asked, mimeType, text: output }] };
    }
    const contents = contentsIn(output, { uri: asked, mimeType: address.facts.mimeType, answerBytes });
    return this.#checkSize(checkedAnswer(READ, contents, 'returned a result'));
  }

  /** @throws {OutputFault} if the answer must not be sent */
  recheck(answer: unknown): ReadResourceResult {
    return this.#checkSize(checkedAnswer(READ, answer));
  }

  fit(result: ReadResourceResult, client: Client | undefined): ReadResourceResult {
    if (client === undefined) return result;
    const contents = forRevision(result.contents, client.revision);
    return contents === result.contents ? result : { ...result, contents };
  }

  #checkSize(result: ReadResourceResult): ReadResourceResult {
    if (!isLarger(result.contents, this.#limits.answerBytes)) return result;
    throw new OutputFault('is larger than the limit `answerBytes`');
  }
}

/**
 * Checks a value and returns a copy.
 * @throws {OutputFault} if it has another shape
 */
export function applyShape<T>(shape: Shape<T>, value: unknown): T {
  try {
    return shape(value, 'value');
  } catch (fault) {
    forgetAll(value);
    throw fault instanceof ShapeFault ? new OutputFault(`returned a resource whose ${fault.message}`) : fault;
  }
}
