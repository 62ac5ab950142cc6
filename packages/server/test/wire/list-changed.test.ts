import { serveHttp, serveStdio } from '@cuecard/server';
import { testListChanged } from './support/list-changed-behaviour.ts';
import { everyVersion } from './support/versions.ts';

// One listens for all that listen since 2026-07-28.
testListChanged({ serveHttp, serveStdio }, { versions: everyVersion, ownListeners: 1 });
