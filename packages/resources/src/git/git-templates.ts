import type { ResourceTemplate } from '@cuecard/core';

/** RFC 6570 templates. Paths are encoded before expansion, except for their slashes. */
export const GIT_TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'git:/file/{revision}/{+path}',
    name: 'file',
    title: 'File at a revision',
    description: 'A file as it was at a branch, a tag or a commit.',
  },
  {
    uriTemplate: 'git:/diff/{from}..{to}',
    name: 'diff',
    title: 'Diff between revisions',
    description: 'What has changed from one branch, tag or commit to another.',
    mimeType: 'text/x-diff',
  },
  {
    uriTemplate: 'git:/diff/{from}..{to}/{+path}',
    name: 'path-diff',
    title: 'Diff of a file or folder',
    description: 'What has changed in a file or folder from one branch, tag or commit to another.',
    mimeType: 'text/x-diff',
  },
  {
    uriTemplate: 'git:/diff/staged',
    name: 'staged',
    title: 'Staged change',
    description: 'What the next commit would change.',
    mimeType: 'text/x-diff',
  },
  {
    uriTemplate: 'git:/diff/staged/{+path}',
    name: 'path-staged',
    title: 'Staged change of a file or folder',
    description: 'What the next commit would change in a file or folder.',
    mimeType: 'text/x-diff',
  },
  {
    uriTemplate: 'git:/log/{revision}',
    name: 'log',
    title: 'Log',
    description: 'The newest commits that lead to a branch, a tag or a commit.',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'git:/log/{revision}/{+path}',
    name: 'path-log',
    title: 'Log of a file or folder',
    description: 'The newest commits of a branch, a tag or a commit that concern a file or folder.',
    mimeType: 'text/plain',
  },
];
