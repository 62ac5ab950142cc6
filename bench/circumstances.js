// The time and the machine of a measurement, and the versions of the peers.
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const PEERS = ['@modelcontextprotocol/node', '@modelcontextprotocol/sdk', '@modelcontextprotocol/server'];
const NAMED = [...PEERS, '@rekog/mcp-nest', 'fastmcp', 'zod'];

export function circumstances() {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return {
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${gigabytes} GiB, ${platform()} ${arch()}, Node ${process.version}`,
    /** How many processes wanted a processor in the minute before. */
    busy: Number(loadavg()[0].toFixed(1)),
    versions: NAMED.map((name) => `${name} ${dependencies[name]}`),
  };
}
