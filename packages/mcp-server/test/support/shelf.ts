/** The script of the server of resources that the tests start. */
export const shelfServer = new URL('../fixtures/shelf-server.mjs', import.meta.url).pathname;
