import { execFileSync } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packAll, ROOT, run, temporaryFolder } from '../lib.js';
import { startRegistry } from './registry.js';

// Serves the packages as a registry of npm, for those who try them before they are published: `npx -y pnpm@10 registry`.

const PORT = 4873;

const { folder, remove } = await temporaryFolder();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void remove().finally(() => process.exit(0)));

for (const args of [['node_modules/typescript-7/bin/tsc', '-b'], ['build/bundle.js']])
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
const packages = await packAll(join(folder, 'packed'));
await mkdir(join(folder, 'registry'));
await mkdir(join(folder, 'release'));
for (const { tarball } of packages) await cp(tarball, join(folder, 'release', basename(tarball)));
const { url, env } = await startRegistry(join(folder, 'registry'), PORT);
const { code, output } = await run(process.execPath, [join(ROOT, 'build/release/publish.js')], { cwd: folder, env });
if (code !== 0) throw new Error(`The packages cannot be published:\n${output}`);
console.log(`${output}\n\nServing ${url}\nIn another terminal: export npm_config_registry=${url}`);
