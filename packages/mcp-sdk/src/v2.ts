// The public API for servers of @modelcontextprotocol/server, listed by hand.
export { bindRuntime, type BindOptions } from './v2/bind.js';
