import { NEST_PROJECTS } from './nest/projects.js';

/**
 * A project of a user: the projects of `shared` that it is based on, files and folders that it copies from elsewhere in the
 * repository, and settings to merge with those of its bases. Its other files are in the folder of its name.
 * @typedef {object} Project
 * @property {readonly string[]} [bases]
 * @property {Readonly<Record<string, string | Copy>>} [copies] by the path in the project
 */

/**
 * A file that is copied with changes.
 * @typedef {object} Copy
 * @property {string} from
 * @property {readonly (readonly [string, string])[]} replaced
 */

/** @typedef {Readonly<Record<'package.json' | 'tsconfig.json' | '.swcrc', object>>} Settings */

/** @type {Readonly<Record<string, Project & Partial<Settings>>>} */
export const PROJECTS = {
  ...NEST_PROJECTS,
  'shared/desk': {
    bases: ['typescript'],
    copies: { 'src/desk.ts': 'examples/docs/src/desk.ts' },
    'package.json': {
      dependencies: {
        '@cuecard/server': '^0.1.0',
        '@modelcontextprotocol/sdk': '^1.32.2',
        '@modelcontextprotocol/server': '^2.4.0',
      },
      devDependencies: {
        '@cuecard/testing': '^0.1.0',
        '@modelcontextprotocol/client': '^2.4.0',
        'fast-check': '^4.10.2',
      },
    },
  },
  'shared/jest': {
    bases: ['review'],
    'package.json': {
      scripts: { test: 'tsc && node --experimental-vm-modules node_modules/jest/bin/jest.js' },
      devDependencies: { '@jest/globals': '^30.5.2', jest: '^30.5.2' },
    },
    'tsconfig.json': {
      compilerOptions: { isolatedModules: true, noEmit: true, rootDir: '.' },
      include: ['src', 'test'],
    },
  },
  'shared/processes': { bases: ['reviews'] },
  'shared/review': { bases: ['typescript'] },
  'shared/reviews': { bases: ['typescript'], 'package.json': { dependencies: { '@cuecard/server': '^0.1.0' } } },
  'shared/served': {
    bases: ['review'],
    'package.json': {
      scripts: { test: 'tsc && node dist/main.js' },
      dependencies: {
        '@cuecard/mcp-sdk': '^0.1.0',
        '@cuecard/server': '^0.1.0',
        '@modelcontextprotocol/sdk': '^1.32.2',
        '@modelcontextprotocol/server': '^2.4.0',
      },
    },
  },
  'shared/swc': { 'package.json': { devDependencies: { '@swc/core': '^1.16.22' } } },
  'shared/typescript': {
    'package.json': {
      type: 'module',
      dependencies: {
        '@cuecard/core': '^0.1.0',
        'class-transformer': '^0.5.1',
        'class-validator': '^0.15.1',
        'reflect-metadata': '^0.2.2',
      },
      devDependencies: { '@types/node': '^22.19.1', typescript: '^6.0.3' },
    },
  },
  'shared/vitest': {
    bases: ['review'],
    copies: {
      'test/review.test.ts': {
        from: 'checks/projects/shared/jest/test/review.test.ts',
        replaced: [['@jest/globals', 'vitest']],
      },
    },
    'package.json': { scripts: { test: 'tsc && vitest run' } },
    'tsconfig.json': {
      compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler', noEmit: true, rootDir: '.' },
      include: ['src', 'test'],
    },
  },
  'toolchains/bundler': {
    bases: ['served'],
    'tsconfig.json': { compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' } },
  },
  'toolchains/class-validator-0.14': {
    bases: ['served'],
    'package.json': { dependencies: { 'class-validator': '0.14.2' } },
  },
  'toolchains/commonjs-bundler': {
    bases: ['served'],
    'package.json': { type: 'commonjs' },
    'tsconfig.json': { compilerOptions: { module: 'CommonJS', moduleResolution: 'Bundler' } },
  },
  'toolchains/commonjs-node10': {
    bases: ['served'],
    'package.json': { type: 'commonjs' },
    'tsconfig.json': { compilerOptions: { module: 'CommonJS', moduleResolution: 'Node10', ignoreDeprecations: '6.0' } },
  },
  'toolchains/jest-swc': { bases: ['jest', 'swc'], 'package.json': { devDependencies: { '@swc/jest': '^0.2.39' } } },
  'toolchains/jest-swc-commonjs': {
    bases: ['jest', 'swc'],
    'package.json': { type: 'commonjs', scripts: { test: 'tsc && jest' }, devDependencies: { '@swc/jest': '^0.2.39' } },
    '.swcrc': { module: { type: 'commonjs' } },
  },
  'toolchains/jest-ts-jest': { bases: ['jest'], 'package.json': { devDependencies: { 'ts-jest': '^29.4.15' } } },
  'toolchains/jest-ts-jest-commonjs': {
    bases: ['jest'],
    'package.json': { type: 'commonjs', scripts: { test: 'tsc && jest' }, devDependencies: { 'ts-jest': '^29.4.15' } },
  },
  'toolchains/node-test': {
    bases: ['desk'],
    'package.json': { scripts: { test: 'tsc && node --test dist/test/*.test.js' } },
    'tsconfig.json': { compilerOptions: { rootDir: '.' }, include: ['src', 'test'] },
  },
  'toolchains/node16': { bases: ['served'], 'tsconfig.json': { compilerOptions: { module: 'Node16' } } },
  'toolchains/nodenext': { bases: ['served'] },
  'toolchains/nodenext-commonjs': { bases: ['served'], 'package.json': { type: 'commonjs' } },
  'toolchains/swc': {
    bases: ['served', 'swc'],
    'package.json': {
      scripts: { test: 'tsc && swc src --out-dir dist --strip-leading-paths && node dist/main.js' },
      devDependencies: { '@swc/cli': '^0.8.1' },
    },
    'tsconfig.json': { compilerOptions: { noEmit: true } },
  },
  'toolchains/vitest-4': {
    bases: ['desk', 'vitest'],
    copies: {
      'test/desk.test.ts': {
        from: 'examples/docs/test/testing.test.ts',
        replaced: [
          ["expect, jest, test } from '@jest/globals'", "expect, test, vi } from 'vitest'"],
          ["'../src/desk.ts'", "'../src/desk.js'"],
          ["'expect'", "'vitest'"],
          ['Matchers<R>', 'Matchers<T>'],
          ['jest.', 'vi.'],
        ],
      },
    },
    'package.json': { devDependencies: { vitest: '^4.1.12' } },
  },
  'toolchains/vitest-5': {
    bases: ['vitest'],
    'package.json': { devDependencies: { vite: '^8.0.0', vitest: '^5.1.1' }, engines: { node: '>=22.12' } },
  },
  'deployments/bun': {
    bases: ['processes'],
    'package.json': {
      scripts: { build: 'tsc', http: 'bun src/http.ts', fetch: 'bun src/fetch.ts', stdio: 'bun src/stdio.ts' },
      devDependencies: { '@types/bun': '^1.4.5' },
    },
    'tsconfig.json': { compilerOptions: { module: 'Preserve', types: ['bun'], noEmit: true } },
  },
  'deployments/deno': {
    bases: ['reviews'],
    'package.json': {
      scripts: {
        build: 'deno check src',
        http: 'deno run --allow-net --allow-env src/http.ts',
        fetch: 'deno run --allow-net --allow-env src/fetch.ts',
        stdio: 'deno run src/stdio.ts',
      },
    },
  },
  'deployments/lambda': {
    bases: ['reviews'],
    'package.json': { scripts: { build: 'tsc' }, devDependencies: { '@types/aws-lambda': '^8.10.164' } },
    'tsconfig.json': { compilerOptions: { types: ['node', 'aws-lambda'] } },
  },
  'deployments/next': {
    bases: ['reviews'],
    'package.json': {
      scripts: { build: 'next build', fetch: 'next start' },
      dependencies: { next: '^16.4.6', react: '^19.3.1', 'react-dom': '^19.3.1' },
      devDependencies: { '@types/react': '^19.3.0' },
    },
    'tsconfig.json': {
      compilerOptions: {
        lib: ['dom', 'dom.iterable', 'esnext'],
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        noEmit: true,
        incremental: true,
        isolatedModules: true,
        resolveJsonModule: true,
        esModuleInterop: true,
        plugins: [{ name: 'next' }],
        rootDir: '.',
      },
      include: ['app', '.next/types/**/*.ts'],
      exclude: ['node_modules'],
    },
  },
  'deployments/node': {
    bases: ['processes'],
    'package.json': { scripts: { build: 'tsc', http: 'node dist/http.js', stdio: 'node dist/stdio.js' } },
  },
  'deployments/workers': {
    bases: ['reviews'],
    'package.json': {
      scripts: {
        build: 'tsc && wrangler deploy --dry-run --outdir dist',
        fetch: 'workerd serve workerd.capnp --socket-addr http=127.0.0.1:${PORT:-3917}',
      },
      devDependencies: { wrangler: '^4.164.0' },
    },
    'tsconfig.json': {
      compilerOptions: {
        lib: ['ES2023', 'DOM'],
        module: 'Preserve',
        types: [],
        emitDecoratorMetadata: false,
        noEmit: true,
      },
    },
  },
};
