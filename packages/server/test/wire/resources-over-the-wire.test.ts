import { serveHttp, serveStdio } from '@cuecard/server';
import { testResourcesOverTheWire } from './support/resources-over-the-wire-behaviour.ts';

testResourcesOverTheWire({ serveHttp, serveStdio });
