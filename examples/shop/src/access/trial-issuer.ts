import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { KEYS_PATH } from './tokens.js';

interface TokenOptions {
  readonly role: string;
  /** The URL of the server that the token is for. */
  readonly resource: string;
  readonly lasts?: string;
}

/** Issues tokens to try the shop with, in place of a company's own issuer. Its key ends with the process. */
export class TrialIssuer {
  readonly url: string;
  readonly #server: Server;
  readonly #key: CryptoKey;

  private constructor(server: Server, key: CryptoKey) {
    this.#server = server;
    this.#key = key;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Publishes the key on any free port of this machine. */
  static async open(): Promise<TrialIssuer> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });
    const server = createServer(({ url }, response) => {
      if (url === KEYS_PATH) response.writeHead(200, { 'content-type': 'application/json' }).end(keys);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TrialIssuer(server, privateKey);
  }

  /** A token that is valid for eight hours, or as long as `lasts` says. */
  issue(person: string, { role, resource, lasts = '8h' }: TokenOptions): Promise<string> {
    const token = new SignJWT({ role }).setProtectedHeader({ alg: 'ES256' }).setSubject(person);
    return token.setIssuer(this.url).setAudience(resource).setExpirationTime(lasts).sign(this.#key);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
