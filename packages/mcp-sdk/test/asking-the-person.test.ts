import { hosts } from './support/hosts.ts';
import { testAskingInRequests } from './support/asking-in-requests-behaviour.ts';
import { testAskingThePerson } from './support/asking-the-person-behaviour.ts';

testAskingThePerson(hosts);
testAskingInRequests(hosts);
