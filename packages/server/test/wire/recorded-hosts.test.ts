import * as adapter from '@cuecard/server';
import { testRecordedHosts } from './support/recorded-hosts-behaviour.ts';

testRecordedHosts(adapter, ({ refused }) => refused === undefined);
