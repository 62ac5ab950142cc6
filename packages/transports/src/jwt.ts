// What verifies tokens, apart: it needs a library that others do not.
export { type JwtOptions, jwtVerifier } from './auth/jwt.js';
