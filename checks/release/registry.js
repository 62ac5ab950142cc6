import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, ServerProcess } from '../lib.js';

// A registry of npm on this machine, which has our packages once they are published there, and passes on those of others.

const VERDACCIO = join(dirname(fileURLToPath(import.meta.resolve('verdaccio/package.json'))), 'bin/verdaccio');

/**
 * Starts an empty registry.
 * @param {string} folder an empty one, for what it stores
 * @param {number} [port] by default any that is free
 * @returns {Promise<{ url: string, env: NodeJS.ProcessEnv }>} its address, and the environment of one who uses it
 */
export async function startRegistry(folder, port) {
  const upstream = await settingOf('registry', folder);
  const listen = `127.0.0.1:${port ?? (await freePort())}`;
  await writeFile(join(folder, 'config.yaml'), configOf(upstream));
  const options = ['--config', join(folder, 'config.yaml'), '--listen', listen];
  const server = new ServerProcess(process.execPath, [VERDACCIO, ...options], { cwd: folder });
  await server.printed(/http address/, 60_000);
  return { url: `http://${listen}/`, env: await userOf(`http://${listen}/`, folder) };
}

/** @param {string} upstream */
function configOf(upstream) {
  const everyone = { access: '$all', publish: '$all' };
  return JSON.stringify({
    storage: './storage',
    auth: {},
    uplinks: { upstream: { url: upstream, cache: false, maxage: '60m' } },
    packages: { '@cuecard/*': everyone, 'create-cuecard': everyone, '**': { access: '$all', proxy: 'upstream' } },
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  });
}

/**
 * The environment of a stranger: without the variables that pnpm and Node set for the checks. It shares the cache of npm, but
 * not the packages that `npx` keeps, because one version of ours has different content in each run.
 * @param {string} url
 * @param {string} folder
 */
async function userOf(url, folder) {
  const settings = join(folder, 'npmrc');
  await writeFile(settings, `${url.slice('http:'.length)}:_authToken=none\n`);
  const [shared, own] = [join(await settingOf('cache', folder), '_cacache'), join(folder, 'npm')];
  for (const needed of [shared, own]) await mkdir(needed, { recursive: true });
  await symlink(shared, join(own, '_cacache'));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|PNPM_|INIT_CWD)/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    npm_config_registry: url,
    npm_config_userconfig: settings,
    npm_config_cache: own,
  };
}

/**
 * A setting of npm. Its line is the last, after warnings of settings that pnpm has put into the environment.
 * @param {string} name
 * @param {string} folder
 */
async function settingOf(name, folder) {
  const { output } = await run('npm', ['config', 'get', name], { cwd: folder });
  return output.trim().split('\n').at(-1) ?? '';
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
