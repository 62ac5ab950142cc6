// Who is compared over HTTP. Each is a server, spoken to in a dialect; `kind` says what it is in tables and the picture.

const cuecard = (dialect) => ({ kind: 'cuecard', server: 'Cuecard', dialect });
const [NONE, SESSION, MODERN] = ['2025-11-25', '2025-11-25, in a session', '2026-07-28'];

const peer = (server, dialect) => ({ kind: dialect === SESSION ? 'peer with sessions' : 'peer', server, dialect });

const all = [
  { kind: 'limit', server: 'limit', dialect: NONE },
  { kind: 'limit by turns', server: 'limit by turns', dialect: NONE },
  cuecard(NONE),
  cuecard(SESSION),
  cuecard(MODERN),
  peer('McpServer of SDK v1', NONE),
  peer('McpServer of SDK v1, sessions', SESSION),
  peer('McpServer of SDK v2', NONE),
  peer('McpServer of SDK v2', MODERN),
  peer('mcp-nest', NONE),
  peer('mcp-nest', MODERN),
  peer('fastmcp', NONE),
];

export const CONTENDERS = all.map((contender) => ({ ...contender, hasSessions: contender.dialect === SESSION }));
