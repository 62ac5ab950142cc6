import type { Logger } from '../logging/logger.js';
import { sectionOf } from '../troubleshooting.js';

/** How many members are named in the log at most. */
const MAX_NAMED = 1_000;

/** Names that programmers give. Others, such as those of a map, may be personal. */
const NAME = /^(?:[A-Za-z_$][\w$]{0,63}(?:\[\])*\.)*[A-Za-z_$][\w$]{0,63}$/;

/** Warns once about each member that tools return and their outputs do not declare: it is not sent. */
export class UndeclaredMembers {
  readonly #logger: Logger;
  readonly #known = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  warn(tool: string, path: string): void {
    const member = path.replace(/\[\d+\]/g, '[]');
    const line = `Tool "${tool}" returned ${NAME.test(member) ? `"${member}"` : 'a member'}, which its output does not declare`;
    if (this.#known.has(line) || this.#known.size >= MAX_NAMED) return;
    this.#known.add(line);
    const remedy = 'Decorate it with @Field() to send it';
    this.#logger.warn(`${line}: it is left out. ${remedy}. See ${sectionOf('field-undeclared')}`);
  }
}
