import { type Cache, getTsconfig, type TsConfigJsonResolved } from 'get-tsconfig';
import type { TransformOptions } from 'oxc-transform';

type CompilerOptions = NonNullable<TsConfigJsonResolved['compilerOptions']>;

/** The settings of a tsconfig that change what runs. */
export interface TsSettings {
  /** The file, for the paths in it. */
  readonly file: string | undefined;
  readonly transform: TransformOptions;
}

/** Reads the tsconfig of a folder, with those that it extends. */
export function tsSettingsOf(folder: string, cache?: Cache): TsSettings {
  const found = getTsconfig(folder, 'tsconfig.json', cache);
  return { file: found?.path, transform: transformOf(found?.config.compilerOptions ?? {}) };
}

function transformOf(options: CompilerOptions): TransformOptions {
  const strict = options.strict ?? false;
  const defines = options.useDefineForClassFields ?? definesByTarget(options.target ?? 'esnext');
  return {
    target: 'node20',
    decorator: {
      legacy: options.experimentalDecorators ?? false,
      emitDecoratorMetadata: options.emitDecoratorMetadata ?? false,
      strictNullChecks: options.strictNullChecks ?? strict,
    },
    typescript: {
      onlyRemoveTypeImports: options.verbatimModuleSyntax ?? false,
      removeClassFieldsWithoutInitializer: !defines,
    },
    assumptions: { setPublicClassFields: !defines },
    // In the default mode compiled code imports a package that the project does not have.
    helpers: { mode: 'External' as never },
  };
}

/** tsc: true from ES2022 on. */
function definesByTarget(target: string): boolean {
  const year = /^es(\d{4})$/i.exec(target)?.[1];
  return year === undefined ? /^esnext$/i.test(target) : Number(year) >= 2022;
}
