export interface DiffOptions {
  readonly baseRef?: string;
  readonly markdown?: boolean;
  readonly repositoryUrl?: string;
  readonly pack?: string;
}
