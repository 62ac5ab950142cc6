import { serveStdio } from '@cuecard/mcp-server';
import { testResourceRequests } from '../../mcp-sdk/test/support/resource-requests-behaviour.ts';
import { shelfServer } from './support/shelf.ts';

testResourceRequests({ serveStdio }, { shelfServer, missingCode: () => -32002 });
