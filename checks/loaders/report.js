/** @typedef {typeof import('@cuecard/core')} Core */

/**
 * What lists and schemas say of every class that a file exports.
 * @param {Record<string, unknown>} exports
 * @param {Core} core
 */
export function report(exports, core) {
  const classes = Object.entries(exports).filter(([, value]) => typeof value === 'function');
  return Object.fromEntries(classes.map(([name, value]) => [name, saidOf(value, core)]));
}

/**
 * @param {any} type
 * @param {Core} core
 */
function saidOf(type, core) {
  const isHandler = core.isPrompt(type) || core.isTool(type) || core.isResource(type);
  try {
    const { entry, schema } = core.defineClass(isHandler ? type : promptWith(type, core));
    return { entry, schema };
  } catch (error) {
    return String(error);
  }
}

/**
 * @param {any} args
 * @param {Core} core
 */
function promptWith(args, core) {
  class Probe {
    render = () => '';
  }
  core.Prompt({ name: 'probe', args })(Probe);
  return Probe;
}
