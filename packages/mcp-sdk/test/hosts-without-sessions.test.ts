import { serveHttp } from '@cuecard/mcp-sdk';
import { testHostsWithoutSessions } from './support/hosts-without-sessions-behaviour.ts';

testHostsWithoutSessions({ serveHttp });
