import type { ListEntry, Resource, ResourceTemplate } from '../protocol.js';
import type { ResourceAddress } from './resource-address.js';

/** The entry of a resource class in `resources/list`, or in `resources/templates/list`. */
export function resourceEntry(
  common: ListEntry,
  { template, facts: { mimeType, annotations, size } }: ResourceAddress,
): Resource | ResourceTemplate {
  const described = {
    ...common,
    ...(mimeType !== undefined && { mimeType }),
    ...(annotations !== undefined && { annotations: structuredClone(annotations) }),
    ...(size !== undefined && { size }),
  };
  return template.isFixed ? { uri: template.text, ...described } : { uriTemplate: template.text, ...described };
}
