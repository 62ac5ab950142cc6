import { serveHttp } from '@cuecard/mcp-server';
import { testHostsWithoutSessions } from '../../mcp-sdk/test/support/hosts-without-sessions-behaviour.ts';

testHostsWithoutSessions({ serveHttp });
