// A process that exchanges the folder `exchanged` for a link to another folder and back, until it is killed.
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [root, outside] = process.argv.slice(2);
const [exchanged, folder, link] = ['exchanged', '.folder', '.link'].map((name) => join(root, name));
mkdirSync(exchanged);
writeFileSync(join(exchanged, 'file.txt'), 'inside');
symlinkSync(outside, link);
process.send('ready');
for (;;) {
  renameSync(exchanged, folder);
  renameSync(link, exchanged);
  renameSync(exchanged, link);
  renameSync(folder, exchanged);
}
