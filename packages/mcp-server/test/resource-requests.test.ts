import { serveStdio } from '@cuecard/mcp-server';
import { testResourceRequests } from '../../mcp-sdk/test/support/resource-requests-behaviour.ts';
import { shelfServer } from './support/shelf.ts';

/**
 * The lane says it as the revisions up to 2025-11-25 do (server/resources, "Error Handling"); the SDK, which all else goes
 * through, in the words of 2026-07-28.
 */
function missingCode(method: string, isOverHttp: boolean): number {
  return method === 'resources/read' && isOverHttp ? -32002 : -32602;
}

testResourceRequests({ serveStdio }, { shelfServer, missingCode });
