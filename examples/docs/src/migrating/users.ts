export interface User {
  name: string;
  roles: string[];
}

/** The user with this token. A real application verifies a JWT. */
export function userOf(authorization: string | undefined): User | undefined {
  return authorization === 'Bearer ann' ? { name: 'Ann', roles: ['librarian'] } : undefined;
}
