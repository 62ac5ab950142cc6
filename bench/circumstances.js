// Where and when something has been measured, and of what.
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const isCompared = ([name, version]) => NAMED.has(name) && !version.startsWith('link:');
const NAMED = new Set([
  '@modelcontextprotocol/sdk',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/node',
  '@rekog/mcp-nest',
  '@nestjs/core',
  'fastmcp',
  'class-validator',
  'zod',
]);

export function circumstances() {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return {
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${gigabytes} GiB, ${platform()} ${arch()}, Node ${process.version}`,
    /** How many processes wanted a processor in the minute before. */
    busy: Number(loadavg()[0].toFixed(1)),
    versions: Object.entries(dependencies)
      .filter(isCompared)
      .map(([name, version]) => `${name} ${version}`),
  };
}
