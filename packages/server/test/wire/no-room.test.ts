import { serveHttp } from '@cuecard/server';
import { testNoRoom } from './support/no-room-behaviour.ts';

testNoRoom({ serveHttp });
