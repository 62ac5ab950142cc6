// The verification of tokens has its own entry point, because it needs jose.
export { type JwtOptions, jwtVerifier } from './auth/jwt.js';
