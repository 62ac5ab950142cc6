// Every command with its arguments and options, as data: `--help` reads it without loading the code. `program.ts` runs it.

/** The options of a command: descriptions by flags, in the format of commander. */
type OptionTable = Readonly<Record<string, string | OptionRow>>;

interface OptionRow {
  readonly description: string;
  readonly choices?: readonly string[];
  /** Whether it may be given several times. */
  readonly isRepeated?: true;
  /** The option that excludes it. */
  readonly conflicts?: string;
}

export interface CommandRow {
  readonly summary: string;
  /** In the format of commander: `<required>`, `[optional]`, `[several...]`. */
  readonly arguments: readonly string[];
  /** The choices of the first argument. */
  readonly choices?: readonly string[];
  /** Whether the command prompts for its required arguments in a terminal. */
  readonly prompts?: true;
  readonly options: OptionTable;
  /** More help, before the example. */
  readonly notes?: string;
  readonly example: string;
  /** The page of the documentation, or its section. */
  readonly page: string;
  /** Whether an interrupted command ends by itself. There is no time limit. */
  readonly drains?: true;
}

const CONFIG = { '--config <file>': 'the config file (default: the nearest cuecard.config.ts)' } as const;

const SERVER = {
  ...CONFIG,
  '--url <url>': 'connect to the server at this URL',
  '--header <header>': { description: "send the header 'name: value' with --url (repeatable)", isRepeated: true },
  '--stdio': 'start a server with the command after --, and connect to it',
} as const;

const CALLER = {
  '--principal <name>': 'call the project as this user',
  '--scopes <scopes>': 'call the project with these scopes, for example a:read,a:write',
} as const;

const PACK = { ...SERVER, '--pack <file#name>': 'use a pack that a file exports, instead of the project' } as const;

const CALL = {
  ...SERVER,
  ...CALLER,
  '--input-json <json>': 'all arguments: a JSON object, @file, or - for stdin',
  '--raw': 'print the protocol result as JSON',
  '--out <folder>': 'save images, audio and files to this folder',
} as const;

const KINDS = ['prompt', 'tool', 'resource'] as const;

const ARGUMENTS = `
Arguments: code='let x'   limit=3   tags=a tags=b   address.city=Bern
           code=@src/review.ts (from a file)   code=- (from stdin)
           --input-json '{"code": "let x"}'
In a terminal, the command asks for missing arguments.`;

const TRY = '"Try a server" in "The command line"';

/** The commands, in the order in which `--help` lists them. */
export const COMMANDS = {
  dev: {
    summary: 'Serve the project with the playground, and reload it after each change',
    arguments: [],
    options: {
      ...CONFIG,
      '--port <number>': 'the port of the endpoint and the playground',
      '--host <address>': { description: 'the address to listen on (default: 127.0.0.1)', conflicts: 'stdio' },
      '--open': { description: 'open the playground in the browser', conflicts: 'stdio' },
      '--stdio': 'serve over stdin and stdout, for the client that starts this command',
    },
    example: 'cuecard dev --open',
    page: '"Developing with cuecard dev"',
    drains: true,
  },
  serve: {
    summary: 'Serve the project without reloading',
    arguments: [],
    options: {
      ...CONFIG,
      '--http': { description: 'serve over HTTP (default)', conflicts: 'stdio' },
      '--stdio': 'serve over stdin and stdout, for the client that starts this command',
      '--port <number>': 'the port of the endpoint (default: the port in the config, or the first free port from 3917)',
      '--playground': 'also serve the playground',
    },
    example: 'cuecard serve --port 8080',
    page: '"Serve" in "The command line"',
    drains: true,
  },
  list: {
    summary: 'List prompts, tools and resources, or search them',
    arguments: ['[words...]'],
    options: { ...SERVER, ...CALLER, '--kind <kind>': { description: 'list only one kind', choices: KINDS } },
    example: 'cuecard list review',
    page: TRY,
  },
  get: {
    summary: 'Get a prompt',
    arguments: ['<prompt>', '[arguments...]'],
    prompts: true,
    options: CALL,
    notes: ARGUMENTS,
    example: "cuecard get review_code code='let x' limit=3",
    page: TRY,
  },
  call: {
    summary: 'Call a tool',
    arguments: ['<tool>', '[arguments...]'],
    prompts: true,
    options: { ...CALL, '-y, --yes': 'skip the confirmation for tools that may change data' },
    notes: ARGUMENTS,
    example: 'cuecard call place_order count=2 address.city=Bern',
    page: TRY,
  },
  read: {
    summary: 'Read a resource',
    arguments: ['<uri|name>', '[arguments...]'],
    prompts: true,
    options: CALL,
    notes: ARGUMENTS,
    example: 'cuecard read order id=7',
    page: TRY,
  },
  complete: {
    summary: 'List completions for an argument of a prompt or a resource template',
    arguments: ['<name>', '<argument>', '[typed]', '[arguments...]'],
    prompts: true,
    options: { ...SERVER, ...CALLER },
    example: 'cuecard complete review_code language ty',
    page: TRY,
  },
  check: {
    summary: 'Check the definitions for common mistakes',
    arguments: [],
    options: {
      ...PACK,
      '--strict': 'exit with 1 even if there are only warnings',
      '--budget <tokens>': 'the maximum number of tokens in a rendered example',
    },
    example: 'cuecard check --strict',
    page: '"Checking definitions"',
  },
  docs: {
    summary: 'Write a Markdown catalogue of the project or a server',
    arguments: [],
    options: {
      ...PACK,
      '--out <folder>': 'the folder of the pages (default: docs/catalogue next to the config)',
      '--check': 'write nothing, and exit with 1 if a page is out of date',
    },
    example: 'cuecard docs --check',
    page: '"A catalogue" in "The command line"',
  },
  manifest: {
    summary: 'Write the public contract of the project, a pack or a server to a file',
    arguments: [],
    options: {
      ...PACK,
      '--out <file>': 'the file (default: contract.json next to the config); - prints the contract',
      '--check': 'write nothing, and exit with 1 if the file is out of date',
    },
    example: 'cuecard manifest --out -',
    page: '"Contracts"',
  },
  diff: {
    summary: 'Compare the project with a contract file, and report the version that the changes require',
    arguments: ['[base]'],
    options: {
      ...PACK,
      '--base-ref <ref>': 'read the contract file from this git commit, branch or tag',
      '--markdown': 'print Markdown for a pull request',
      '--repository-url <url>': 'the URL of the repository, for links to changed lines',
    },
    example: 'cuecard diff --base-ref origin/main',
    page: '"Contracts"',
  },
  new: {
    summary: 'Create a project, or add a prompt, tool or resource with a test',
    arguments: ['[what]', '[name]'],
    choices: ['project', ...KINDS],
    options: {
      '--container <name>': {
        description: 'the dependency injection of a new project (default: tsyringe)',
        choices: ['tsyringe', 'nest', 'none'],
      },
      '--tests <name>': {
        description: 'the test runner of a new project (default: node)',
        choices: ['node', 'vitest', 'jest'],
      },
      '--package-manager <name>': {
        description: 'the package manager (default: the one that runs this command)',
        choices: ['npm', 'pnpm', 'yarn'],
      },
      '--registry <url>': 'the npm registry of a new project (default: your npm registry)',
    },
    notes: `
  cuecard new project <folder>   a project with examples and tests
  cuecard new prompt <name>      a prompt with its test, in the current project
  cuecard new tool <name>        a tool
  cuecard new resource <name>    a resource`,
    example: 'cuecard new project my-server',
    page: '"New projects and definitions" in "The command line"',
  },
  connect: {
    summary: "Show how to connect a client to the server, or change the client's settings",
    arguments: ['[client]'],
    options: {
      '--write': "run the client's command, or change the client's settings",
      '--remove': 'remove the server from the client',
      '--dry-run': 'show the command or the change, without applying it',
      '--http <url>': 'the URL of the server (default: http://localhost:3917/mcp)',
      '--stdio': 'let the client start the server',
      '--scope <scope>': { description: 'use the settings of the project or the user', choices: ['project', 'user'] },
      '--name <name>': 'the name of the server in the client (default: the package name)',
      ...CONFIG,
    },
    notes: '\nWithout a client, the command lists all clients.',
    example: 'cuecard connect cursor --write',
    page: '"Connecting clients"',
  },
  explain: {
    summary: 'Explain an error, and how to fix it',
    arguments: ['[id]'],
    options: {},
    notes: '\nWithout an id, the command lists all ids.',
    example: 'cuecard explain argument-type-lost',
    page: '"Explanations" in "The command line"',
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof COMMANDS;

/** The options of a command as it receives them: `--base-ref <ref>` is `baseRef`. */
export type OptionsOf<Name extends CommandName> = ParsedOptions<(typeof COMMANDS)[Name]['options']>;

type ParsedOptions<Table> = {
  readonly [Flags in keyof Table as NameIn<Flags>]?: ValueOf<Flags, Table[Flags]>;
} & {
  /** Whether to print one JSON document instead of text. */
  readonly json?: boolean;
};

type NameIn<Flags> = Flags extends `${string}--${infer Name} <${string}`
  ? CamelCase<Name>
  : Flags extends `${string}--${infer Name}`
    ? CamelCase<Name>
    : never;

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type ValueOf<Flags, Row> = Row extends { readonly isRepeated: true }
  ? readonly string[]
  : Row extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Flags extends `${string}>`
      ? string
      : boolean;

/** The options that name a server. */
export type ServerOptions = ParsedOptions<typeof SERVER>;

/** The options that name a server, and the user that calls a project. */
export type CallerOptions = ParsedOptions<typeof SERVER & typeof CALLER>;

/** The options of commands that call a server. */
export type CallOptions = ParsedOptions<typeof CALL>;

/** The options of commands that read a project, a pack or a server. */
export type PackOptions = ParsedOptions<typeof PACK>;
