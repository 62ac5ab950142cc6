/** @slow takes more than a second: starts several instances as processes */
import { testInstances } from './support/instances-behaviour.ts';

testInstances(new URL('fixtures/instance-server.mjs', import.meta.url), ['v1 client', 'v2 client']);
