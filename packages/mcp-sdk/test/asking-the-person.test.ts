import { createHandler, serveHttp } from '@cuecard/mcp-sdk';
import { testAskingByHand } from './support/asking-by-hand-behaviour.ts';
import { testAskingInRequests } from './support/asking-in-requests-behaviour.ts';
import { testAskingThePerson } from './support/asking-the-person-behaviour.ts';
import { hosts } from './support/hosts.ts';
import { sessionVersions } from './support/versions.ts';

const meetings = { hosts, versions: sessionVersions };
testAskingThePerson(meetings);
testAskingInRequests(meetings);
testAskingByHand({ createHandler, serveHttp });
