export interface CheckOptions {
  readonly sarif?: boolean;
  readonly strict?: boolean;
  readonly budget?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly pack?: string;
}
