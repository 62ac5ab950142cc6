import { serveHttp } from '@cuecard/mcp-sdk';
import { testNoRoom } from './support/no-room-behaviour.ts';

testNoRoom({ serveHttp });
