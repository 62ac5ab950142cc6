import { guardStdout } from '@cuecard/server/internal';
import { connectionsTo } from '../connect/connections.js';
import type { OptionsOf } from '../commands.js';
import { openProject } from '../project/open-project.js';
import { aborted, type Run } from '../session/session.js';
import { styled } from '../terminal/terminal.js';
import { serveProject } from './project-server.js';
export const runServe: Run<OptionsOf<'serve'>> = async (session, options) => {
  const { terminal, signal } = session;
  const protocol = options.stdio === true ? guardStdout().stdout : undefined; // Before code of the project runs.
  const project = await openProject(session, options, 'serve');
  try {
    const { runtime: served } = project;
    const playground = options.playground === true ? {} : undefined;
    const connections = (url: string) => connectionsTo(url, session, options);
    const serving = { served, port: options.port, protocol, playground, connectionsTo: connections };
    const server = await serveProject(project, serving);
    const { url, page } = server;
    if (page !== undefined) terminal.say(`${styled('bold', 'Playground')}  ${page}`);
    if (url !== undefined) terminal.say(`${styled('bold', 'Endpoint')}    ${url}`);
    await Promise.race([server.ended, aborted(signal)]);
    await server.close();
  } finally {
    await project.close();
  }
  return undefined;
};
