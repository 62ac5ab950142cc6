type Values = Readonly<Record<string, unknown>>;

interface Form {
  readonly first: string;
  readonly between: string;
  readonly isNamed: boolean;
  /** Whether characters with a meaning in URIs stay as they are. */
  readonly isOpen: boolean;
}

const SIMPLE: Form = { first: '', between: ',', isNamed: false, isOpen: false };

const FORMS: Readonly<Record<string, Form>> = {
  '+': { ...SIMPLE, isOpen: true },
  '#': { ...SIMPLE, first: '#', isOpen: true },
  '.': { ...SIMPLE, first: '.', between: '.' },
  '/': { ...SIMPLE, first: '/', between: '/' },
  ';': { ...SIMPLE, first: ';', between: ';', isNamed: true },
  '?': { ...SIMPLE, first: '?', between: '&', isNamed: true },
  '&': { ...SIMPLE, first: '&', between: '&', isNamed: true },
};

/**
 * Expands a URI template (RFC 6570). Variables without a value are left out. Unlike the expansion in core, which is for
 * templates that core has checked, it takes what another server lists even if that is not quite a template.
 */
export function expand(template: string, values: Values): string {
  return template.replaceAll(/\{([+#./;?&]?)([^}]*)\}/g, (_whole, operator: string, list: string) => {
    const form = FORMS[operator] ?? SIMPLE;
    const parts = list.split(',').flatMap((variable) => partOf(variable, values, form));
    return parts.length === 0 ? '' : form.first + parts.join(form.between);
  });
}

function partOf(variable: string, values: Values, { first, isNamed, isOpen }: Form): string[] {
  const [, name = variable, length] = /^([^:*]+)(?::(\d+))?\*?$/.exec(variable) ?? [];
  const value = values[name];
  if (typeof value !== 'string') return [];
  const text = length === undefined ? value : [...value].slice(0, Number(length)).join('');
  const written = isOpen ? openlyEncoded(text) : encoded(text);
  if (!isNamed) return [written];
  return [first === ';' && written === '' ? name : `${name}=${written}`];
}

/** Keeps characters with a meaning in URIs, and those that are encoded already. */
function openlyEncoded(text: string): string {
  return encodeURI(text)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll(/%25(?=[\da-f]{2})/gi, '%');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}
