import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

// Stands where API Gateway stands, in front of a Lambda function: makes an event of each request, payload format 2.0, calls
// the handler in the file that is named, and makes an answer of its result.

const [, , file = ''] = process.argv;
const { handler } = await import(pathToFileURL(file).href);

createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const { statusCode, headers, body } = await handler(eventOf(request, Buffer.concat(pieces)));
  response.writeHead(statusCode, headers).end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {Buffer} body
 */
function eventOf({ method, url, headers }, body) {
  const { pathname, search, hostname } = new URL(`http://${headers.host}${url}`);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    requestContext: { domainName: hostname, http: { method, path: pathname, protocol: 'HTTP/1.1' } },
    ...(body.length > 0 && { body: body.toString('base64') }),
    isBase64Encoded: body.length > 0,
  };
}
