import { spawn } from 'node:child_process';

/**
 * Runs a command to its end and collects what it says on stdout and stderr.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { limitMs?: number }} [options] after `limitMs`, it is killed with
 *   all that it has started
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function run(command, args, { limitMs, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const isLimited = limitMs !== undefined;
    const child = spawn(command, args, { ...options, detached: isLimited, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const timer = isLimited ? setTimeout(kill, limitMs) : undefined;
    child.once('error', reject).once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output: output.trim() });
    });

    function kill() {
      output += `\nIt has not ended within ${limitMs} ms.`;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }
  });
}
