import { fileURLToPath } from 'node:url';

/** The checkout that this example is part of: the folder to serve if no other is named. */
export const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
