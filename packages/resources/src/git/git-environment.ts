// The variables that git needs to be found and to start; any other could change its behaviour or reveal something.
const KEPT = /^(?:path|pathext|systemroot)$/i;

/** The environment of git: no user configuration, no network, no prompts, and no secrets of this process. */
export function gitEnvironment(folderAbove: string): Record<string, string> {
  return { ...ownEnvironment(), ...SETTINGS, GIT_CEILING_DIRECTORIES: folderAbove };
}

/** simple-git passes on only those variables of git that it is given by name. */
export function gitVariables(): string[] {
  return [...Object.keys(SETTINGS), 'GIT_CEILING_DIRECTORIES'];
}

const SETTINGS = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null', // git understands this name on Windows too.
  GIT_ATTR_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // A repository without some objects may name a remote to fetch them from, and a program for that.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: ':', // An empty list of protocols. Older versions of git ignore the line above.
};

/** Programs that the configuration of a repository could start, and files that it could read. */
export const GIT_CONFIGURATION = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.quotePath=false',
  'core.bigFileThreshold=16m', // git neither loads larger files into memory nor compares them line by line.
];

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      KEPT.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}
