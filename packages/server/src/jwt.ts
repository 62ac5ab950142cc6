// The verification of tokens has a separate entry point, because it needs a library.
export { type JwtOptions, jwtVerifier } from './auth/jwt.js';
