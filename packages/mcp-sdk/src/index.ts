// The public API for servers of @modelcontextprotocol/sdk, listed by hand.
export { bindRuntime, type BindOptions } from './v1/bind.js';
