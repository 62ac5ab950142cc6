// Tells what the desk promises: starts it, asks it over both transports with both official clients, and compares every
// answer with the files in `expected`. With --update it writes those files first: read them before you commit them.
import { fileURLToPath } from 'node:url';
import { type Chapter, readChapter, writeChapter } from './story/chapter.js';
import { check } from './story/check.js';
import { connectV1OverStdio, CONNECTIONS } from './story/desk-client.js';
import { HttpDesk } from './story/http-desk.js';
import { interview } from './story/interview.js';
import { SampleRepository } from './story/sample-repository.js';

const sample = new SampleRepository();
process.once('exit', () => sample.remove());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

try {
  await tell('repository', sample.path);
  await tell('no-repository', sample.copy);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1); // The desks end with this process.
}

async function tell(title: string, folder: string): Promise<void> {
  const desk = await HttpDesk.start(pathOf('http.js'), folder);
  const address = { args: [pathOf('stdio.js'), '--repository', folder], url: new URL(desk.url) };
  if (process.argv.includes('--update')) {
    const chapter = await readChapter(title);
    await writeChapter(title, await interview(await connectV1OverStdio(address), chapter, folder));
  }
  const expected = await readChapter(title);
  for (const [how, connect] of Object.entries(CONNECTIONS)) {
    compare(`${title}, ${how}`, await interview(await connect(address), expected, folder), expected);
  }
  check(`${title}: the desk closes when told to`, await desk.stop(), 0);
}

function compare(where: string, told: Chapter, expected: Chapter): void {
  check(`${where}: prompts/list`, told.prompts, expected.prompts);
  for (const [index, suggestion] of told.suggestions.entries()) {
    const { ref, argument } = suggestion;
    const asked = `${ref.name} ${JSON.stringify({ [argument.name]: argument.value })}`;
    check(`${where}: completion of ${asked}`, suggestion, expected.suggestions[index]);
  }
  check(`${where}: resources/list`, told.resources, expected.resources);
  for (const [index, read] of told.reads.entries()) {
    check(`${where}: resources/read of ${read.uri}`, read, expected.reads[index]);
  }
  for (const [index, answer] of told.answers.entries()) {
    check(`${where}: ${answer.name} ${JSON.stringify(answer.arguments)}`, answer, expected.answers[index]);
  }
}

function pathOf(script: string): string {
  return fileURLToPath(new URL(script, import.meta.url));
}
