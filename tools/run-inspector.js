/* oxlint-disable no-restricted-imports -- An example is no package: it has no name to be imported by. */
import { fileURLToPath } from 'node:url';
import { readChapter } from '../examples/review-desk/dist/story/chapter.js';
import { check } from '../examples/review-desk/dist/story/check.js';
import { HttpDesk } from '../examples/review-desk/dist/story/http-desk.js';
import { interview } from '../examples/review-desk/dist/story/interview.js';
import { SampleRepository } from '../examples/review-desk/dist/story/sample-repository.js';
import { Inspector } from './inspector.js';

// Asks the review desk through the official inspector, over both transports and in both eras of the protocol, and compares
// what it shows with what the official clients are told: the files in `expected` of that example.

/** @typedef {import('../examples/review-desk/dist/story/chapter.js').Chapter} Chapter */

/** The prompts of which a refusal is looked at too: for wrong arguments, and for its name. */
const REFUSING = ['review_code', 'unknown_prompt'];

const desk = (/** @type {string} */ script) =>
  fileURLToPath(new URL(`../examples/review-desk/dist/${script}`, import.meta.url));

const sample = new SampleRepository();
process.once('exit', () => sample.remove());
try {
  await tell();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1); // The desk ends with this process.
}

async function tell() {
  const expected = excerpt(await readChapter('repository'));
  const http = await HttpDesk.start(desk('http.js'), sample.path);
  const stdio = [process.execPath, desk('stdio.js'), '--repository', sample.path];
  // Each request is a process or two. Those of one transport run at the same time as those of the other, and no more.
  await Promise.all([compare('HTTP', [http.url], expected), compare('stdio', stdio, expected)]);
  check('the desk closes when told to', await http.stop(), 0);
}

/**
 * @param {string} transport
 * @param {readonly string[]} target
 * @param {Chapter} expected
 */
async function compare(transport, target, expected) {
  for (const era of /** @type {const} */ (['legacy', 'modern'])) {
    const inspector = await Inspector.connect(target, era);
    const told = asShown(await interview(inspector, expected, sample.path));
    for (const what of /** @type {(keyof Chapter)[]} */ (Object.keys(expected)))
      check(`${transport}, ${era}: ${what}`, told[what], expected[what]);
  }
}

/**
 * The lists, and enough of the calls for a minute: every prompt is got once.
 * @param {Chapter} chapter
 */
function excerpt({ prompts, suggestions, answers, resources, reads }) {
  return asShown({
    prompts,
    suggestions: firsts(suggestions, ({ ref }) => ref.name),
    answers: firsts(answers, (answer) => {
      if (!('error' in answer)) return answer.name;
      return REFUSING.includes(answer.name) ? `no ${answer.name}` : undefined;
    }),
    resources,
    reads: reads.slice(0, 1),
  });
}

/**
 * The first call of each kind; those of no kind are left out.
 * @template Call
 * @param {readonly Call[]} calls
 * @param {(call: Call) => string | undefined} kindOf
 * @returns {Call[]}
 */
function firsts(calls, kindOf) {
  const kinds = calls.map(kindOf);
  return calls.filter((_, index) => kinds[index] !== undefined && kinds.indexOf(kinds[index]) === index);
}

/**
 * A chapter as the inspector shows it: of an error only the message.
 * @param {Chapter} chapter
 * @returns {Chapter}
 */
function asShown(chapter) {
  const text = JSON.stringify(chapter, (key, value) => (key === 'error' ? { message: value.message } : value));
  return JSON.parse(text);
}
