import { serveHttp } from '@cuecard/mcp-server';
import { testNoRoom } from '../../mcp-sdk/test/support/no-room-behaviour.ts';

testNoRoom({ serveHttp });
