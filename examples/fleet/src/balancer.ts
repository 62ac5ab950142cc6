import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What can stand before the instances, and how it runs in the foreground with the settings in a folder. */
const BALANCERS = {
  haproxy: { settings: 'haproxy.cfg', args: (folder: string) => ['-q', '-f', join(folder, 'haproxy.cfg')] },
  nginx: {
    settings: 'nginx.conf',
    args: (folder: string) => ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'],
  },
} as const;

export type Balancer = keyof typeof BALANCERS;

/** The ports that the settings name, such as `FRONT_1`. */
export type Ports = Readonly<Record<string, number>>;

/** Fills in the settings of a balancer, and gives the arguments that it is started with. */
export function balancerArgs(balancer: Balancer, ports: Ports, parent: string): readonly string[] {
  const { settings, args } = BALANCERS[balancer];
  const folder = join(parent, balancer);
  mkdirSync(folder);
  const template = readFileSync(new URL(`../${settings}`, import.meta.url), 'utf8');
  writeFileSync(
    join(folder, settings),
    template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(ports[name])),
  );
  return args(folder);
}
