import * as adapter from '@cuecard/mcp-sdk';
import { testRecordedHosts } from './support/recorded-hosts-behaviour.ts';

testRecordedHosts(adapter, ({ refused }) => refused !== undefined);
