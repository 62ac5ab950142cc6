import { serveHttp } from '@cuecard/server';
import { testHostsWithoutSessions } from './support/hosts-without-sessions-behaviour.ts';

testHostsWithoutSessions({ serveHttp });
