import { CuecardModule } from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AdminModule } from './desk/admin.module.ts';
import { AppModule } from './desk/app.module.ts';
import { AuditInterceptor } from './desk/audit.interceptor.ts';
import { bootstrap } from './desk/main.ts';
import { call, closeAll, namesIn, PLATFORMS, SERVER, start, textOf } from './support/applications.ts';

afterEach(closeAll);

const [ann, bob] = [{ authorization: 'Bearer a' }, { authorization: 'Bearer b' }];

test('The desk application serves each caller only the prompts that they may see', async () => {
  for (const platform of PLATFORMS) {
    const { url } = await start(AppModule, platform);
    const endpoint = `${url}/mcp`;
    expect(await namesIn(endpoint, 'prompts', ann)).toEqual([
      'backend_release_notes',
      'code_review',
      'frontend_release_notes',
    ]);
    expect(await namesIn(endpoint, 'prompts', bob)).toEqual(['backend_release_notes', 'frontend_release_notes']);
    expect(await namesIn(endpoint, 'tools', ann)).toEqual(['close_review', 'open_reviews']);
    expect(await namesIn(endpoint, 'tools', bob)).toEqual(['open_reviews']);
    const closed = await call(endpoint, 'tools/call', { name: 'close_review', arguments: { id: 7 } }, ann);
    expect(closed.result).toEqual({ content: [{ type: 'text', text: 'Ann closed the review 7' }] });
    const review = await textOf(endpoint, 'code_review', { code: 'let x' }, ann);
    expect(review).toContain('Review this for Ann. Be kind.');
    const notes = await textOf(endpoint, 'frontend_release_notes', {}, bob);
    expect(notes).toBe('Write release notes for: a larger button');
    const health = await fetch(`${url}/health`, { headers: ann });
    expect(await health.json()).toEqual({ cuecard: { status: 'up', prompts: 3, tools: 2, resources: 0 } });
  }
});

test('The desk application serves administrators with its own controller', async () => {
  const { url } = await start({ module: class Whole {}, imports: [AdminModule, CuecardModule.forRoot(SERVER)] });
  expect(await namesIn(`${url}/admin/mcp`, 'prompts', ann)).toEqual(['user_report']);
  expect(await namesIn(`${url}/mcp`, 'prompts')).toEqual([]);
});

test('The desk application logs every call', async () => {
  const providers = [{ provide: APP_INTERCEPTOR, useClass: AuditInterceptor }];
  const { url, lines } = await start({ module: class Whole {}, imports: [AppModule], providers });
  await textOf(`${url}/mcp`, 'backend_release_notes', {}, bob);
  expect(lines.all).toContainEqual(['log', 'Bob called prompts/get of backend_release_notes']);
});

test('The desk program listens', async () => {
  process.env['PORT'] = '0';
  const app = await bootstrap();
  expect(app.getHttpServer().listening).toBe(true);
  await app.close();
});
