import { testElicitation } from '../../server/test/wire/support/elicitation.ts';
import { testPendingElicitation } from '../../server/test/wire/support/pending-elicitation.ts';
import { hosts } from './support/hosts.ts';

testElicitation(hosts);
testPendingElicitation(hosts);
