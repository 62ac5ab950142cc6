/** What each role may do, as scopes of the pack and of the services. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  clerk: ['orders:read', 'orders:write'],
  manager: ['orders:read', 'orders:write', 'reports:read', 'stock:write'],
};

export const ROLES: readonly string[] = Object.keys(SCOPES);

/** The scopes of a role; none if there is no such role. */
export function scopesOf(role: unknown): readonly string[] {
  return typeof role === 'string' && ROLES.includes(role) ? (SCOPES[role] ?? []) : [];
}
