import type { ServiceToken } from '@cuecard/core';

/**
 * A fake for a service, for `provide`. Its members have the types of the service's own; it may lack those that the test does
 * not reach.
 * @example renderPrompt(Triage, { id: 'T-1' }, { provide: [fake(Tickets, { byId: async () => ticket })] })
 */
export function fake<Service extends object>(
  token: ServiceToken<Service>,
  members: NoInfer<Partial<Pick<Service, keyof Service>>>,
): readonly [ServiceToken<Service>, object] {
  return [token, members];
}
