/**
 * The public address of the documentation, not known yet. Errors, the site and the packages take it from here. Output
 * that pages in docs/ show contains it, too: their tests compare it.
 */
export const SITE = 'https://cuecard.example';
