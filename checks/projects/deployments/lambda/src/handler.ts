import { createHandler } from '@cuecard/server';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { runtime } from './reviews.js';

const prompts = createHandler(runtime, {
  name: 'reviews',
  version: '1.0.0',
  allowedHosts: [process.env['ALLOWED_HOST'] ?? 'prompts.example.com'],
  sessions: false, // The next request may reach another instance,
  maxSubscriptions: 0, // and none lives on between two requests.
  responseMode: 'json', // The gateway takes an answer as a whole.
});

/** Answers an event of an HTTP API, payload format 2.0. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const response = await prompts.fetch(requestOf(event));
  const headers = Object.fromEntries(response.headers);
  return { statusCode: response.status, headers, body: await response.text() };
}

function requestOf({ headers, requestContext, rawPath, rawQueryString, ...event }: APIGatewayProxyEventV2): Request {
  const url = new URL(`https://${requestContext.domainName}${rawPath}`);
  url.search = rawQueryString;
  const body = event.body === undefined ? null : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, value ?? '']);
  return new Request(url, { method: requestContext.http.method, headers: given, body });
}
