import { serveHttp, serveStdio } from '@cuecard/server';
import { testResourceClassesOverTheWire } from './support/resource-classes-over-the-wire-behaviour.ts';

testResourceClassesOverTheWire({ serveHttp, serveStdio });
