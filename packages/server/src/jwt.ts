// The verification of tokens has an entry point of its own, because it needs a library.
export { type JwtOptions, jwtVerifier } from './auth/jwt.js';
