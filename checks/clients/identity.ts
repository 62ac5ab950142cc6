/** What the clients say of themselves that can be told what to say. */
export const IDENTITY = { name: 'clients', version: '1.0.0' };
