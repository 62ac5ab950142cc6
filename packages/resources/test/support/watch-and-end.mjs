// A process that watches a file, stops to, and has nothing else to live for.
import { FileResources } from '@cuecard/resources';

const [root, file] = process.argv.slice(2);
const resources = new FileResources({ roots: [root] });
const ends = await Promise.all([1, 2].map(() => resources.watch(file, () => {})));
for (const end of ends) end();
console.log('ended');
