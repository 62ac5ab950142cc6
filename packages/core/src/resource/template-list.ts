import { RESOURCE_TEMPLATE } from '../output/content-shapes.js';
import type { ResourceTemplate } from '../protocol.js';
import type { Request } from '../request/request.js';
import type { ClassIndex } from './class-index.js';
import { shaped } from './contents-check.js';
import type { ResourceReader } from './resource-reader.js';

interface TemplateListOptions {
  /** Only what comes after this template. */
  readonly after: string | undefined;
  /** How many templates are wanted. */
  readonly most: number;
  readonly classes: ClassIndex;
  /** The readers that the caller may see, in look-up order. */
  readonly readers: readonly ResourceReader[];
}

/** The next templates of classes and readers, in code unit order, each once. */
export function templatesAfter(options: TemplateListOptions, request: Request): ResourceTemplate[] {
  const { after, most, classes, readers } = options;
  const found = new Map<string, ResourceTemplate>();
  for (const { entry } of classes.templatesAfter(after, request)) {
    const template = entry as ResourceTemplate; // An entry of a class with a template.
    found.set(template.uriTemplate, template);
    if (found.size === most) break;
  }
  for (const given of readers.flatMap((reader) => reader.templates)) {
    const template = shaped(RESOURCE_TEMPLATE, given);
    const isNew = !found.has(template.uriTemplate) && (after === undefined || template.uriTemplate > after);
    if (isNew) found.set(template.uriTemplate, template);
  }
  return [...found.values()].toSorted((one, other) => (one.uriTemplate < other.uriTemplate ? -1 : 1)).slice(0, most);
}
