import type { Client } from '../api/context.js';

/** Whether a client can show forms. One that says nothing of its kind of elicitation can (2025-06-18 has no other). */
export function showsForms({ revision, capabilities }: Client): boolean {
  const elicitation: unknown = capabilities?.['elicitation'];
  if (revision < '2025-06-18' || typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

/** Whether a client has to be told in words of their own that it would have to show one, as since 2026-07-28 (basic, "_meta"). */
export function lacksForms(client: Client | undefined): boolean {
  return client !== undefined && client.revision >= '2026-07-28' && !showsForms(client);
}
