import { backOffice } from './back-office.js';
import type { Service } from './service.js';
import { storefront } from './storefront.js';

const SERVICES: readonly Service[] = [storefront, backOffice];

/** @throws {TypeError} if no service has this name */
export function serviceNamed(name: string | undefined): Service {
  const service = SERVICES.find(({ identity }) => identity.name === name);
  if (service === undefined) throw new TypeError('Name a service: storefront or back-office');
  return service;
}
