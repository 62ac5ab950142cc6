export interface LabelsOptions {
  readonly kind?: string;
  readonly expect?: string;
  readonly percent?: string;
  readonly by?: string;
  readonly why?: string;
  readonly force?: boolean;
  readonly to?: string;
  readonly out?: string;
  readonly yes?: boolean;
}
