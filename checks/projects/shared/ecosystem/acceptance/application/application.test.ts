import { afterEach, expect, test } from '@jest/globals';
import { JwtService } from '@nestjs/jwt';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { call, closeAll, namesIn, PLATFORMS, post, start, textOf } from '../support/applications.ts';
import { AppModule } from './app.module.ts';
import { Tickets } from './tickets.ts';

afterEach(closeAll);

async function startDesk(platform: (typeof PLATFORMS)[number]) {
  const { app, url, lines } = await start(AppModule, platform);
  const login = async (...roles: string[]) => {
    const token = await app.get(JwtService).signAsync({ sub: 'ada', roles });
    return { authorization: `Bearer ${token}` };
  };
  return { app, lines, desk: `${url}/mcp`, admin: `${url}/admin/mcp`, url, login };
}

for (const platform of PLATFORMS) {
  test(`serves the methods of an existing service behind its guards, on ${platform}`, async () => {
    const { app, desk, admin, lines, login } = await startDesk(platform);
    const [guest, agent] = [await login(), await login('agent')];
    expect(await namesIn(desk, 'tools', guest)).toEqual([]);
    expect(await namesIn(desk, 'tools', agent)).toEqual(['close']);
    expect(await namesIn(admin, 'tools', agent)).toEqual(['closed_tickets']);
    const params = { name: 'close', arguments: { id: 1 } };
    const forbidden = await call(desk, 'tools/call', params, guest);
    expect(forbidden.result).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'Only for the role agent' }],
      _meta: { 'dev.cuecard/error': { code: 403, data: { status: 403 } } },
    });
    const { result } = await call(desk, 'tools/call', params, agent);
    expect(result?.['structuredContent']).toEqual({ id: 1, request: expect.stringMatching(/^\w{8}$/) });
    const closed = await call(admin, 'tools/call', { name: 'closed_tickets' }, agent);
    expect(closed.result?.['content']).toEqual([{ type: 'text', text: 'ada closed 1' }]);
    const read = await call(desk, 'resources/read', { uri: 'tickets://1' }, guest);
    expect(JSON.stringify(read.result)).toContain(String.raw`\"closedBy\":\"ada\"`);
    expect(app.get(Tickets).beats).toBeGreaterThan(0);
    expect(lines.errors).toEqual([]);
    expect(lines.all.filter(([level]) => level === 'warn')).toEqual([]);
  });

  test(`renders in the caller's language, and a pack with the services of each module, on ${platform}`, async () => {
    const { desk, lines, login } = await startDesk(platform);
    const headers = { ...(await login()), 'accept-language': 'de' };
    expect(await namesIn(desk, 'prompts', headers)).toEqual(['draft', 'sales_greeting', 'support_greeting']);
    expect(await textOf(desk, 'draft', { id: '2' }, headers)).toBe('Entwirf eine Antwort auf: The lid is missing');
    expect(await textOf(desk, 'draft', { id: '9' }, headers)).toEqual({
      code: -32602,
      message: 'Es gibt kein Ticket 9',
      data: { status: 404 },
    });
    expect(await textOf(desk, 'sales_greeting', {}, headers)).toBe('Greet the customer warmly');
    expect(await textOf(desk, 'support_greeting', {}, headers)).toBe('Greet the customer briefly');
    expect(lines.all.filter(([level]) => level === 'warn')).toEqual([]);
  });

  test(`rejects requests without a token, and limits the others, on ${platform}`, async () => {
    const { url, desk, lines, login } = await startDesk(platform);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post(desk, ping)).status).toBe(401);
    expect((await fetch(`${url}/tickets/1`)).status).toBe(401);
    const headers = await login();
    const statuses = new Set<number>();
    for (let index = 0; index < 70; index += 1) statuses.add((await post(desk, ping, headers)).status);
    expect([...statuses]).toEqual([200, 429]);
    expect((await post(desk, ping, headers)).headers.has('retry-after')).toBe(true);
    expect(lines.errors).toEqual([]);
  });

  test(`reports the health of both servers, and documents one operation for each, on ${platform}`, async () => {
    const { app, url } = await startDesk(platform);
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
      status: 'ok',
      info: {
        desk: { status: 'up', prompts: 3, tools: 1, resources: 1 },
        admin: { status: 'up', prompts: 0, tools: 1, resources: 0 },
      },
    });
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    const operations = Object.entries(paths).map(([path, item]) => [path, Object.keys(item)]);
    expect(Object.fromEntries(operations)).toEqual({
      '/mcp': ['post'],
      '/admin/mcp': ['post'],
      '/health': ['get'],
      '/tickets/{id}': ['get'],
    });
  });
}
