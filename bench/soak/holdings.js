// What a server holds on to: where it is at rest again, there must be no more of it than before.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { queryObjects } from 'node:v8';
import { defineResource, Runtime } from '@cuecard/core';
import { MemoryResources } from '@cuecard/resources';

const Timeout = setTimeout(() => {}).constructor;

/** What nobody lists: exchanges that somebody remembers, timers that keep nothing alive, signals. */
const KINDS = { Socket, IncomingMessage, Timeout, AbortController };

/** A runtime that knows how many listen to it: each session does. */
export class CountedRuntime extends Runtime {
  listeners = 0;

  onListChanged(listener) {
    const end = super.onListChanged(listener);
    this.listeners += 1;
    return () => {
      this.listeners -= 1;
      end();
    };
  }
}

/** Resources that know how many watch them. */
export class CountedResources extends MemoryResources {
  watchers = 0;

  async watch(...watched) {
    const end = await super.watch(...watched);
    this.watchers += 1;
    return () => {
      this.watchers -= 1;
      end();
    };
  }
}

/** Pages of every name, which know how many watch them. */
export class CountedPages {
  watchers = 0;
  definition = defineResource({
    name: 'page',
    uri: 'page:///{name}',
    args: [{ name: 'name' }],
    read: () => 'An empty page',
    watch: () => {
      this.watchers += 1;
      return () => void (this.watchers -= 1);
    },
  });
}

export function handles({ runtime, resources, pages }) {
  const held = { listeners: runtime.listeners, watchers: resources.watchers + pages.watchers };
  for (const name of process.getActiveResourcesInfo().toSorted()) held[name] = (held[name] ?? 0) + 1;
  return held;
}

/** How many objects there are of each kind; to look through the heap takes a while, in which nothing else is done. */
export function objects() {
  return Object.fromEntries(Object.entries(KINDS).map(([name, type]) => [`${name} objects`, queryObjects(type)]));
}

export function memory() {
  globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}

/** What it has used of a processor, in seconds. */
export function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
