import { serveStdio } from '@cuecard/mcp-sdk';
import { testResourceRequests } from './support/resource-requests-behaviour.ts';
import { shelfServer } from './support/shelf.ts';

testResourceRequests({ serveStdio }, { shelfServer, missingCode: () => -32002 });
