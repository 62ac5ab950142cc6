import { serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testListChanged } from '../../mcp-sdk/test/support/list-changed-behaviour.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';

// One listens for all that listen since 2026-07-28.
testListChanged({ serveHttp, serveStdio }, { versions: everyVersion, ownListeners: 1 });
