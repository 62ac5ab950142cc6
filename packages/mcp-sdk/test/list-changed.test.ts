import { serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testListChanged } from './support/list-changed-behaviour.ts';
import { sessionVersions } from './support/versions.ts';

testListChanged({ serveHttp, serveStdio }, { versions: sessionVersions, ownListeners: 0 });
