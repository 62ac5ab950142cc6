import { type JsonWebKey, type KeyObject, createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** An authorization server for the client credentials grant: it serves metadata, keys and signed JWTs. */
export class AuthorizationServer {
  /** The requested paths. */
  readonly paths: string[] = [];
  /** The parameters of token requests. */
  readonly requests: Record<string, string>[] = [];
  /** The lifetime of tokens. */
  lifetimeSeconds = 60;
  readonly #server: Server;
  readonly #privateKey: KeyObject;
  readonly #jwk: JsonWebKey;

  private constructor(server: Server) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#jwk = publicKey.export({ format: 'jwk' });
    this.#server = server.on('request', async (request, response) => {
      this.paths.push(request.url ?? '');
      const answer = this.#answer(request.url, await text(request));
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  }

  static async start(): Promise<AuthorizationServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new AuthorizationServer(server);
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get jwks(): string {
    return `${this.issuer}/jwks`;
  }

  /** Creates a token with these claims. */
  issue(claims: object): string {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const exp = Math.floor(Date.now() / 1_000) + this.lifetimeSeconds;
    const signed = `${encode({ alg: 'ES256', kid: this.#kid })}.${encode({ iss: this.issuer, exp, ...claims })}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get #kid(): string {
    return createHash('sha256').update(JSON.stringify(this.#jwk)).digest('base64url');
  }

  #answer(path: string | undefined, body: string): object | undefined {
    if (path === '/.well-known/oauth-authorization-server') return this.#metadata();
    if (path === '/jwks') return { keys: [{ ...this.#jwk, kid: this.#kid }] };
    if (path !== '/token') return undefined;
    const params = Object.fromEntries(new URLSearchParams(body));
    this.requests.push(params);
    const { resource: aud, scope } = params;
    return { access_token: this.issue({ sub: 'app', aud, scope }), token_type: 'Bearer' };
  }

  #metadata(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: this.jwks,
      response_types_supported: ['code'],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
    };
  }
}
