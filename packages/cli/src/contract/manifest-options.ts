export interface ManifestCommandOptions {
  readonly out?: string;
  readonly check?: boolean;
  readonly pack?: string;
}
