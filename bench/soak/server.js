// The process of the server under the soak. It sends its URL, and on request what it holds. When its parent disconnects it
// closes, and it ends by itself when nothing is left to do.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { queryObjects } from 'node:v8';
import { defineResource, Registry, Runtime } from '@cuecard/core';
import { MemoryResources } from '@cuecard/resources';
import { serveHttp } from '@cuecard/server';
import { identity } from '../definitions/review.js';
import { cpu, memory } from '../servers/process-usage.js';
import { LIMITS, RENDER_MS } from './limits.js';
import { prompts, PROVOKED, renders } from './prompts.js';

// Node creates these when they are first used, and their sockets are counted.
void [process.stdout, process.stderr, Response];

const CHANGE_MS = 100;
const REPLACE_MS = 1_000;

/** Objects that no list of Node has: exchanges that are still referenced, timers that keep nothing alive, signals. */
const KINDS = { Socket, IncomingMessage, Timeout: setTimeout(() => {}).constructor, AbortController };

const counts = { listeners: 0, watchers: 0 };

/** Counts something until its end is called. */
function counted(name, end) {
  counts[name] += 1;
  return () => {
    counts[name] -= 1;
    end();
  };
}

class CountedRuntime extends Runtime {
  onListChanged(listener) {
    return counted('listeners', super.onListChanged(listener));
  }
}

class CountedResources extends MemoryResources {
  async watch(...uris) {
    return counted('watchers', await super.watch(...uris));
  }
}

/** Pages with any name. */
const pages = defineResource({
  name: 'page',
  uri: 'page:///{name}',
  args: [{ name: 'name' }],
  read: () => 'An empty page',
  watch: () => counted('watchers', () => {}),
});

const logged = { failures: 0, forgotten: 0 };
const logger = {
  error(message, cause) {
    if (cause?.message === PROVOKED) logged.failures += 1;
    else if (message.startsWith('Prompt "forgetful"')) logged.forgotten += 1;
    else console.error(message, cause);
  },
  warn(message, data) {
    if (!message.includes(' is reached: ')) console.warn(message, data);
  },
};

const changing = (text) => ({ uri: 'memo:changing', text: String(text) });
const resources = new CountedResources([changing(0), { uri: 'memo:steady', text: 'It stays as it is' }]);
const limits = { renderMs: RENDER_MS };
const runtime = new CountedRuntime({ prompts, resources: [resources, pages], logger, limits });

// A resource changes all the time, and the catalogue is replaced by an equal one.
let changes = 0;
setInterval(() => resources.set(changing((changes += 1))), CHANGE_MS).unref();
setInterval(() => runtime.replace(new Registry([...prompts, pages])), REPLACE_MS).unref();

function handles() {
  const held = { ...counts };
  for (const name of process.getActiveResourcesInfo().toSorted()) held[name] = (held[name] ?? 0) + 1;
  return held;
}

/** Looks through the whole heap, which stops the process for a while. */
const objects = () =>
  Object.fromEntries(Object.entries(KINDS).map(([name, type]) => [`${name} objects`, queryObjects(type)]));

const SUBJECTS = { cpu, memory, objects, handles, outcomes: () => ({ renders, ...logged }) };

const server = await serveHttp(runtime, { ...identity, port: 0, ...LIMITS });
process.on('message', (subject) => process.send(SUBJECTS[subject]()));
process.once('disconnect', () => server.close());
process.send({ url: server.url });
