// The server that is soaked, in a process of its own. It says on which port it is, and whatever it is asked about itself.
// It closes when nobody listens to it any more, and ends when it has nothing left to do: nothing here makes it.
import { Registry } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { identity } from '../definitions/review.js';
import { CountedPages, CountedResources, CountedRuntime, cpu, handles, memory, objects } from './holdings.js';
import { LIMITS, RENDER_MS } from './limits.js';
import { prompts, PROVOKED, renders } from './prompts.js';

// Node makes them when somebody first looks at them, and they are counted: two sockets, and what answers are made with
// brings two subclasses of sockets, whose prototypes are found among the sockets.
void [process.stdout, process.stderr, Response];

const CHANGE_MS = 100;
const REPLACE_MS = 1_000;

const failures = { provoked: 0, forgotten: 0 };
const FORGETFUL = 'Prompt "forgetful"';
const LIMIT_REACHED = ' is reached: ';
const logger = {
  error(message, cause) {
    if (cause?.message === PROVOKED) failures.provoked += 1;
    else if (message.startsWith(FORGETFUL)) failures.forgotten += 1;
    else console.error(message, cause);
  },
  warn(message, data) {
    if (!message.includes(LIMIT_REACHED)) console.warn(message, data);
  },
};

const changing = (text) => ({ uri: 'memo:changing', text: String(text) });
const resources = new CountedResources([changing(0), { uri: 'memo:steady', text: 'It stays as it is' }]);
const pages = new CountedPages();
const runtime = new CountedRuntime({
  prompts,
  resources: [resources, pages.definition],
  logger,
  limits: { renderMs: RENDER_MS },
});

// There is always news of a resource, and the catalogue gives way to an equal one.
let changes = 0;
setInterval(() => resources.set(changing((changes += 1))), CHANGE_MS).unref();
setInterval(() => runtime.replace(new Registry([...prompts, pages.definition])), REPLACE_MS).unref();

const TOLD = {
  cpu,
  memory,
  objects,
  handles: () => handles({ runtime, resources, pages }),
  outcomes: () => ({ renders, failures: failures.provoked, forgotten: failures.forgotten }),
};

const server = await serveHttp(runtime, { ...identity, port: 0, ...LIMITS });

process.on('message', ({ id, what }) => process.send({ id, told: TOLD[what]() }));
process.once('disconnect', () => server.close());
process.send({ url: server.url });
