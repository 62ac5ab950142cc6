export interface DocsOptions {
  readonly out?: string;
  readonly html?: boolean;
  readonly check?: boolean;
  readonly pack?: string;
}
