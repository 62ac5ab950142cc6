/** What commands exit with. */
export const ExitCode = {
  done: 0,
  /** The command ran, and the answer is no: a call is refused, a check finds something, a version does not fit. */
  failed: 1,
  /** The command line is wrong or incomplete. */
  usage: 2,
  /** The project cannot be loaded: no config, a syntax error, a faulty definition. */
  project: 3,
  /** The server cannot be reached, or does not speak the protocol. */
  connection: 4,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
  /** SIGTERM, as shells count it. */
  terminated: 143,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
