/**
 * The public address of the documentation, which is not decided yet. Errors, the site and the packages read it from
 * here. Pages in docs/ show output that contains it, and their tests compare that output.
 */
export const SITE = 'https://cuecard.example';
