// A server in a process of its own, as seen by the process that measures it.
import { fork } from 'node:child_process';
import { once } from 'node:events';

export class ServerProcess {
  child;
  /** The first message of the process, which it sends when it serves. */
  ready;
  #exited;

  /** @param stdio of the process: stdin, stdout and stderr */
  constructor(file, args, stdio) {
    this.child = fork(new URL(file, import.meta.url), args, {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
      stdio: [...stdio, 'ipc'],
    });
    this.#exited = once(this.child, 'exit').then(([code, signal]) => code ?? signal);
    this.ready = this.#message();
    this.ready.catch(() => {}); // A caller of `ask` gets the error, too.
  }

  /** A server in a file of this folder, which has `count` definitions of one `kind`. */
  static of({ file, transport, options = {} }, { kind, count }) {
    const pipe = transport === 'stdio' ? 'pipe' : 'ignore';
    const args = [file, transport, JSON.stringify({ kind, count }), JSON.stringify(options)];
    return new ServerProcess('server.js', args, [pipe, pipe, 'inherit']);
  }

  /** Asks the process about itself, one subject at a time. */
  async ask(subject) {
    await this.ready;
    if (this.child.connected) this.child.send(subject);
    return this.#message();
  }

  /** Disconnects; returns the exit code, or the name of a signal. */
  async end() {
    await this.ready;
    this.child.disconnect();
    return this.#exited;
  }

  async #message() {
    const ended = this.#exited.then((code) => Promise.reject(new Error(`The server has ended with ${code}`)));
    const [message] = await Promise.race([once(this.child, 'message'), ended]);
    return message;
  }
}
