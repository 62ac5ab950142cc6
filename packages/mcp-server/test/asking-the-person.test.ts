import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testAskingByHand } from '../../mcp-sdk/test/support/asking-by-hand-behaviour.ts';
import { testAskingInRequests } from '../../mcp-sdk/test/support/asking-in-requests-behaviour.ts';
import { testAskingThePerson } from '../../mcp-sdk/test/support/asking-the-person-behaviour.ts';
import { hostsOf } from '../../mcp-sdk/test/support/meeting.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';

const meetings = { hosts: hostsOf({ serveHttp, serveStdio }), versions: everyVersion };
testAskingThePerson(meetings);
testAskingInRequests(meetings);
testAskingByHand({ createHandler, serveHttp });
