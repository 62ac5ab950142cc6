/** What tokens are signed with. The application reads its environment when it is imported: import this before. */
export const SECRET = 'a secret of the tests, as long as it must be';

process.env['JWT_SECRET'] = SECRET;
