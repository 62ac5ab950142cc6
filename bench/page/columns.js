// How the page tells of a method: a call by its requests, a list by the whole of it.
import { METHODS } from '../definitions/methods.js';
import { told } from '../figures.js';

const CALL = { rate: 'requests a second', cost: 'CPU µs a request', more: [], moreOf: () => [] };
const LIST = {
  rate: 'whole lists a second',
  cost: 'CPU µs a list',
  more: ['answers a list', 'KB'],
  moreOf: ({ answers, bytes }) => [told(answers), told(bytes / 1_000, 1)],
};

export const columnsOf = (method) => (METHODS[method].isList ? LIST : CALL);

export const titleOf = ({ method, count }) => `\`${method}\`, ${told(count)} ${METHODS[method].of}`;
