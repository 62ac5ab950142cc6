import { isDeepStrictEqual } from 'node:util';

/** @typedef {import('./interview.js').Heard} Heard */

/**
 * What differs between a bundle that must answer as the server does, and the server.
 * @param {Heard} heard
 * @param {Heard} server
 * @returns {string[]}
 */
export function differences(heard, server) {
  const { interview } = server;
  if (interview === undefined) return [`the server itself does not start: ${server.log}`];
  if (heard.interview === undefined) return [`does not start: ${heard.log}`];
  const answers = /** @type {Record<string, unknown>} */ ({ ...heard.interview });
  const differing = Object.entries(interview).filter(([what, answer]) => !isDeepStrictEqual(answers[what], answer));
  const log = heard.log === server.log ? [] : [`writes ${heard.log}`];
  return [...differing.map(([what]) => `${what}: ${JSON.stringify(answers[what])}`), ...log];
}

/**
 * What a bundle has changed in silence: other names are warned of, or refused, and everything else is the same.
 * @param {Heard} heard
 * @param {Heard} server
 * @returns {string[]}
 */
export function silentChanges({ interview, log }, server) {
  const known = server.interview;
  if (known === undefined) return [`the server itself does not start: ${server.log}`];
  if (interview === undefined)
    return log.includes('which not every client can use') ? [] : [`does not start, and does not say why: ${log}`];
  const changed = interview.names.filter((name) => !known.names.includes(name));
  const silent = changed.filter((name) => !log.includes(`("${name}")`));
  const rest = differences(
    { interview: { ...interview, names: known.names, prompts: known.prompts }, log: '' },
    server,
  );
  const prompts = JSON.stringify(interview.prompts) === JSON.stringify(known.prompts) ? [] : ['the list differs'];
  return [...silent.map((name) => `${name} is the name of a prompt, and nothing says so`), ...rest, ...prompts];
}

/**
 * Where names are required, no prompt may be named after its class.
 * @param {Heard} heard
 * @returns {string[]}
 */
export function unrefused({ interview, log }) {
  const refusals = log.match(/ after its class\. Give @Prompt\(\) a name/g) ?? [];
  return interview === undefined && refusals.length === 3
    ? []
    : [`starts without names, or says something else: ${log}`];
}
