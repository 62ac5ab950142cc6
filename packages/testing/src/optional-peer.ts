/**
 * Loads a package that only some tests need.
 * @throws {TypeError} with the name of the package, if the package is not installed
 */
export async function optionalPeer<Module>(user: string, name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!isNotFound(cause)) throw cause;
    throw new TypeError(`${user} needs ${name}: install it as a development dependency`, { cause });
  }
}

/** Whether an error means that a module is not installed. Node and Jest use different codes for this. */
function isNotFound(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
