import { type Awaitable, type ElicitRequest, type ElicitResult, RequestError } from '@cuecard/core';

/** A question to the user, as clients show it. */
export interface Question extends ElicitRequest {
  /**
   * What the question is called, after the class that is asked for: `UserName` is `user_name`. Absent in `connect`:
   * clients do not learn it.
   */
  readonly name?: string;
}

/** The fields of a submitted form; or what the user does instead of submitting it. */
export type Answer = NonNullable<ElicitResult['content']> | 'decline' | 'cancel';

/** The answers in the order of the questions, or a function that answers each. */
export type Answers = readonly Answer[] | ((question: Question) => Awaitable<Answer>);

/** Answers questions, and throws for one that it has no answer to. */
export class Answering {
  readonly questions: Question[] = [];
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  async answer(question: Question): Promise<ElicitResult> {
    this.questions.push(question);
    const answer = await this.#next(question);
    return typeof answer === 'string' ? { action: answer } : { action: 'accept', content: answer };
  }

  #next(question: Question): Awaitable<Answer | undefined> {
    const answers = this.#answers;
    if (typeof answers === 'function') return answers(question);
    return answers[this.questions.length - 1] ?? unanswered(question, this.questions.length);
  }
}

function unanswered({ name, message }: Question, number: number): never {
  const which = name === undefined ? `Question ${number}` : `Question ${number}, "${name}",`;
  throw new RequestError(`${which} has no answer: add one to \`answers\`. It asks: ${message}`);
}
