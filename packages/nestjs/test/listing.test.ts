import { Prompt, Resource, Tool } from '@cuecard/core';
import { CuecardModule, type CuecardModuleOptions, type CuecardRequest } from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import {
  type CanActivate,
  type ExecutionContext,
  Header,
  HttpCode,
  Inject,
  Injectable,
  Module,
  Optional,
  Post,
  type Provider,
  Scope,
  SerializeOptions,
  SetMetadata,
  type Type,
  UseGuards,
  Version,
} from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { of } from 'rxjs';
import { call, closeAll, namesIn, SERVER, start } from './support/applications.ts';

afterEach(closeAll);

@Tool({ name: 'refund' })
@SetMetadata('roles', ['admin'])
class Refund {
  call = () => 'refunded';
}

@Prompt({ name: 'audit' })
class Audit {
  @SetMetadata('roles', ['admin'])
  render() {
    return 'Audit it';
  }
}

@Tool({ name: 'status' })
class Status {
  call = () => 'open';
}

/** The RolesGuard of Nest's documentation, which also counts its calls for each class. */
function rolesGuard(scope = Scope.DEFAULT): Type<CanActivate> & { readonly asked: string[] } {
  @Injectable({ scope })
  class RolesGuard implements CanActivate {
    static readonly asked: string[] = [];
    readonly #reflector = new Reflector();

    canActivate(context: ExecutionContext): boolean {
      RolesGuard.asked.push(context.getClass().name);
      const roles = this.#reflector.getAllAndOverride<string[] | undefined>('roles', [
        context.getHandler(),
        context.getClass(),
      ]);
      const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
      return roles === undefined || roles.includes(headers['x-role'] ?? '');
    }
  }
  return RolesGuard;
}

@Injectable()
class Counting implements CanActivate {
  static asked: string[] = [];

  canActivate(context: ExecutionContext): boolean {
    Counting.asked.push(context.getClass().name);
    return true;
  }
}

function serving(
  guards: Type<CanActivate>[],
  options: Partial<CuecardModuleOptions> = {},
  providers: Provider[] = [],
  modules: Type[] = [],
) {
  @Module({
    imports: [CuecardModule.forRoot({ ...SERVER, ...options }), ...modules],
    providers: [Refund, Audit, Status, ...guards.map((useClass) => ({ provide: APP_GUARD, useClass })), ...providers],
  })
  class App {}
  return start(App);
}

for (const [name, scope] of Object.entries({ DEFAULT: Scope.DEFAULT, REQUEST: Scope.REQUEST })) {
  test(`runs the guards of listing.guards once for each class of a list: scope ${name}`, async () => {
    const Roles = rolesGuard(scope);
    const { url } = await serving([Counting, Roles], { listing: { guards: [Roles] } });
    Roles.asked.length = 0;
    Counting.asked = [];
    const list = (role: string, kind: 'prompts' | 'tools') => namesIn(`${url}/mcp`, kind, { 'x-role': role });
    expect(await list('user', 'tools')).toEqual(['status']);
    expect(Roles.asked.filter((each) => !each.endsWith('Controller')).toSorted()).toEqual([
      'Audit',
      'Refund',
      'Status',
    ]);
    expect(Counting.asked.filter((each) => !each.endsWith('Controller'))).toEqual(['CuecardRequest']);
    expect(await list('admin', 'tools')).toEqual(['refund', 'status']);
    expect([await list('user', 'prompts'), await list('admin', 'prompts')]).toEqual([[], ['audit']]);
  });
}

test('runs a guard of listing.once once for a page of a list, across modules and next to other guards', async () => {
  let calls = 0;
  @Injectable()
  class TokenGuard implements CanActivate {
    canActivate(context: ExecutionContext) {
      calls += 1;
      return of(context.switchToHttp().getRequest<CuecardRequest>().headers['x-role'] === 'admin');
    }
  }
  @UseGuards(TokenGuard)
  class Shop {
    @Tool()
    open() {
      return 'open';
    }
    @Tool()
    @UseGuards(Counting)
    close() {
      return 'closed';
    }
    @Prompt()
    explain() {
      return 'Explain it';
    }
    @Resource({ uri: 'shop://hours' })
    hours() {
      return 'always';
    }
  }
  @Tool({ name: 'review' })
  @UseGuards(TokenGuard)
  class Review {
    call = () => 'reviewed';
  }
  @Module({ providers: [Review] })
  class ReviewModule {}
  const { url } = await serving([], { listing: { once: [TokenGuard] }, pageSize: 2 }, [Shop], [ReviewModule]);
  /** Returns the names of all pages, and the calls of the guard for each page. */
  const list = async (kind: 'prompts' | 'tools' | 'resources', headers: Record<string, string>) => {
    const names: string[] = [];
    const counts: number[] = [];
    let cursor: unknown;
    do {
      calls = 0;
      const { result } = await call(`${url}/mcp`, `${kind}/list`, { ...(cursor !== undefined && { cursor }) }, headers);
      const { [kind]: listed, nextCursor } = result ?? {};
      names.push(...(listed as { readonly name: string }[]).map(({ name }) => name));
      counts.push(calls);
      cursor = nextCursor;
    } while (cursor !== undefined);
    return { names, counts };
  };
  const admin = { 'x-role': 'admin' };
  const tools = ['close', 'open', 'refund', 'review', 'status'];
  expect(await list('tools', admin)).toEqual({ names: tools, counts: [1, 1, 1] });
  expect(await list('tools', {})).toEqual({ names: ['refund', 'status'], counts: [1] });
  expect(await list('prompts', admin)).toEqual({ names: ['audit', 'explain'], counts: [1] });
  expect(await list('resources', admin)).toEqual({ names: ['hours'], counts: [1] });
  expect(await list('resources', {})).toEqual({ names: [], counts: [1] });
});

test('rejects a guard in listing.guards that is not application-wide', async () => {
  await expect(serving([], { listing: { guards: [Counting] } })).rejects.toThrow(
    new TypeError(
      'listing.guards contains Counting, which is not an application-wide guard: register it as APP_GUARD or with useGlobalGuards(), ' +
        'or remove it from listing.guards',
    ),
  );
});

const warningOf = (name: string) =>
  `${name} has the metadata "roles". If an application-wide guard rejects callers because of this metadata, lists still show ` +
  `${name} to these callers. Pass these guards in the option listing: { guards: […] }, or disable this warning with listing: { guards: [] }.`;

test('warns once of each class with metadata that an application-wide guard may read', async () => {
  const { lines } = await serving([rolesGuard()]);
  const warnings = lines.all.filter(([level]) => level === 'warn').map(([, message]) => message);
  expect(warnings.toSorted()).toEqual([warningOf('Audit'), warningOf('Refund')]);
});

/** Serves a tool with this metadata behind a guard, and returns the warnings. */
async function warningsOf(key: unknown): Promise<unknown[]> {
  @Tool({ name: 'close' })
  class Close {
    @SetMetadata(key, true)
    call() {
      return 'closed';
    }
  }
  @Module({
    imports: [CuecardModule.forRoot(SERVER)],
    providers: [Close, { provide: APP_GUARD, useClass: Counting }],
  })
  class App {}
  const { lines } = await start(App);
  return lines.all.filter(([level]) => level === 'warn').map(([, message]) => message);
}

test('warns of application metadata that resembles the metadata of a package', async () => {
  for (const key of [
    '__roles__',
    'scope:admin',
    'self:owner',
    'design:role',
    'version',
    'cls_roles',
    'clsRoles',
    'CLS_ROLES',
    'i18nRole',
    'I18N_ROLE',
    'THROTTLER:ROLES',
    'swagger/roles',
    'SCHEDULER_ROLES',
    'EVENT_LISTENER_ROLES',
    'path:admin',
  ]) {
    expect(await warningsOf(key)).toEqual([
      `Close has the metadata "${key}". ${warningOf('Close').slice('Close has the metadata "roles". '.length)}`,
    ]);
  }
});

test('does not warn of the metadata of a package', async () => {
  for (const key of [
    'THROTTLER:LIMITdefault',
    'THROTTLER:SKIPlong',
    'THROTTLER:KEY_GENERATORdefault',
    'swagger/apiOperation',
    'swagger/apiSecurity',
    '__cls_proxy__',
    'SCHEDULER_NAME',
    'SCHEDULE_CRON_OPTIONS',
    'EVENT_LISTENER_METADATA',
  ]) {
    expect(await warningsOf(key)).toEqual([]);
  }
});

test('does not warn of the decorators of Nest', async () => {
  @Tool({ name: 'close' })
  @Injectable({ scope: Scope.REQUEST })
  @UseGuards(Counting)
  @SerializeOptions({})
  class Close {
    @Optional()
    @Inject('reason')
    readonly reason?: string;

    constructor(@Optional() @Inject('note') readonly note?: string) {}

    @Post('close')
    @Version('1')
    @HttpCode(200)
    @Header('x-closed', 'yes')
    call() {
      return 'closed';
    }
  }
  const { lines } = await serving([Counting], {}, [Close]);
  const warnings = lines.all.filter(([level]) => level === 'warn').map(([, message]) => message);
  expect(warnings.toSorted()).toEqual([warningOf('Audit'), warningOf('Refund')]);
});

test('does not warn without application-wide guards, or with the option listing', async () => {
  const served: [Type<CanActivate>[], Partial<CuecardModuleOptions>][] = [
    [[], {}],
    [[rolesGuard()], { listing: { guards: [] } }],
  ];
  for (const [guards, options] of served) {
    const { lines } = await serving(guards, options);
    expect(lines.all.filter(([level]) => level === 'warn')).toEqual([]);
  }
});
