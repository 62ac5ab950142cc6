import { hosts } from '../../server/test/wire/support/hosts.ts';
import { testAskingInRequests } from '../../server/test/wire/support/asking-in-requests-behaviour.ts';
import { testAskingThePerson } from '../../server/test/wire/support/asking-the-person-behaviour.ts';

testAskingThePerson(hosts);
testAskingInRequests(hosts);
