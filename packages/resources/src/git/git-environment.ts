// What git needs of ours to be found and to start; everything else could make it do something, or tell it something.
const KEPT = /^(?:path|pathext|systemroot)$/i;

/** The environment that git runs in: nobody's configuration, no network, no questions, and none of our secrets. */
export function gitEnvironment(folderAbove: string): Record<string, string> {
  return { ...ownEnvironment(), ...SETTINGS, GIT_CEILING_DIRECTORIES: folderAbove };
}

/** simple-git passes on no variable of git's that it is not told by name. */
export function gitVariables(): string[] {
  return [...Object.keys(SETTINGS), 'GIT_CEILING_DIRECTORIES'];
}

const SETTINGS = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null', // git knows this name on Windows too.
  GIT_ATTR_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // A repository that lacks objects may name a place to fetch them from, by a program that it names too.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: ':', // A list of no protocols. Older versions of git do not know the line above.
};

/** Programs that a repository's own configuration could have git start, and files that it could have git read. */
export const GIT_CONFIGURATION = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.quotePath=false',
  'core.bigFileThreshold=16m', // Larger files are not taken into git's memory, and not compared line by line.
];

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      KEPT.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}
