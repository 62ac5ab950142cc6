import type { KindName } from '@cuecard/core';
import { draftOf } from '../form/typed.js';
import { withoutSecrets } from '../form/values.js';
import { type Page, messageOf } from './page.js';
import { fieldsIn } from './request.js';

interface Item {
  readonly kind: KindName;
  readonly name: string;
}

/** Opens an item with arguments in its form, by default those of its first sample. */
export async function openWith(page: Page, item: Item, values?: Readonly<Record<string, unknown>>): Promise<void> {
  try {
    const detail = await page.api.definition(item.kind, item.name, new AbortController().signal);
    const fields = fieldsIn(detail);
    const draft = withoutSecrets(fields, draftOf(fields, values ?? detail.examples[0] ?? {}));
    page.go({ kind: item.kind, name: item.name, values: draft });
  } catch (error) {
    page.announce(messageOf(error));
  }
}
