import { OBJECT } from '../text/option-kinds.js';
import type { Client } from '../api/context.js';

/** Whether a client can show forms. Elicitation declared without a mode means forms: 2025-06-18 has no other. */
export function showsForms(client: Client): boolean {
  OBJECT.require('The client of showsForms()', client);
  const { revision, capabilities } = client;
  const elicitation: unknown = capabilities?.['elicitation'];
  if (revision < '2025-06-18' || typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

/** Whether a client must get the error for a missing capability, as since 2026-07-28 (basic, "_meta"). */
export function lacksForms(client: Client | undefined): boolean {
  return client !== undefined && client.revision >= '2026-07-28' && !showsForms(client);
}
