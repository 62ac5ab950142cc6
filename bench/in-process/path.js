// The way of one `prompts/get` through core: the files it passes, the functions it enters, and how often.
// `node bench/in-process/path.js`
import { Session } from 'node:inspector/promises';
// oxlint-disable-next-line no-restricted-imports -- What is published is one file.
import { Arg, Prompt, Runtime } from '../../packages/core/build/index.js';

class Greeting {
  name;
}
Arg({ type: String })(Greeting.prototype, 'name');

class Greet {
  render({ name }) {
    return `Hello, ${name}`;
  }
}
Prompt({ name: 'greet', args: Greeting })(Greet);

const runtime = new Runtime({ prompts: [Greet] });
const get = () => runtime.prompts.get({ name: 'greet', arguments: { name: 'Ada' } });

/** The functions of core that have been called, by their files. */
async function called(work) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage'); // What has been called until now.
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const files = new Map();
  for (const { url, functions } of result) {
    if (!url.includes('/core/build/')) continue;
    const calls = functions.filter(({ functionName, ranges: [{ count }] }) => functionName !== '' && count > 0);
    if (calls.length > 0) files.set(url.slice(url.indexOf('/core/build/') + 12), calls);
  }
  return files;
}

await get();
const files = await called(get);
let [functions, calls] = [0, 0];
for (const [file, found] of files) {
  functions += found.length;
  for (const { ranges } of found) calls += ranges[0].count;
  console.log(`${file}: ${found.map(({ functionName }) => functionName).join(', ')}`);
}
console.log(`${files.size} files, ${functions} functions, ${calls} calls`);
