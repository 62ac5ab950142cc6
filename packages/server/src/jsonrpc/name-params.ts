/** Which parameter the header `mcp-name` repeats, since 2026-07-28 (basic/transports, "Standard Request Headers"). */
export const NAME_PARAMS: ReadonlyMap<string, string> = new Map([
  ['prompts/get', 'name'],
  ['tools/call', 'name'],
  ['resources/read', 'uri'],
]);
