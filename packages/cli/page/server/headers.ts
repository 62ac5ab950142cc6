const KEY = 'cuecard-headers';

export type Headers = Readonly<Record<string, string>>;

/** The headers that a person has added to the calls of this tab: the endpoint may want to know who asks. */
export function keptHeaders(): string {
  return sessionStorage.getItem(KEY) ?? '';
}

export function keepHeaders(lines: string): void {
  sessionStorage.setItem(KEY, lines);
}

/** Headers as they are written, one a line; lines that are none are left out. */
export function headersIn(lines: string): Headers {
  const headers = lines.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*([\t -~]*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
  });
  return Object.fromEntries(headers) as Headers;
}
