import { expect, inProject as test } from '../fixtures.js';

test('reconnects after a restart of dev, and keeps the form', async ({ banner, page, playground, project, result }) => {
  await playground.go('/prompt/announce?tab=protocol');
  await playground.field('ship').fill('Halcyon');
  await expect(result).toHaveText(/The next ship is Halcyon/);
  const { url } = project;
  await project.stop();
  await expect(banner).toHaveText(/Reconnecting/);
  await playground.field('ship').fill('Halcyon II');
  await project.save('`Now arriving: ${ship}.`');
  await project.begin();
  expect(project.url).toBe(url);
  await expect(banner).toHaveText(/Live/);
  await expect(result).toHaveText(/Now arriving: Halcyon II/);
  await expect(playground.field('ship')).toHaveValue('Halcyon II');
  await expect(page).toHaveURL(/tab=protocol&values=%7B%22ship%22%3A%22Halcyon\+II/);
  await project.save('`In dock: ${ship}.`');
  await expect(result).toHaveText(/In dock: Halcyon II/);
});

test('shows an error at the position that the terminal prints', async ({ page, playground, project, result }) => {
  const alert = page.getByRole('alert');
  await playground.go('/prompt/announce');
  await playground.field('ship').fill('Halcyon');
  await expect(result).toHaveText(/The next ship is Halcyon/);
  await project.save('`The next ship is ${ship}.`)');
  await expect(alert).toHaveText(/src\/announce\.ts:\d+:\d+[^]*last working version/);
  const [position] = /src\/announce\.ts:\d+:\d+/.exec(await alert.innerText()) ?? [];
  expect(project.printed).toContain(position);
  await playground.field('ship').fill('Meridian');
  await expect(result).toHaveText(/The next ship is Meridian/);
  await project.save('`The next ship is ${ship}.`');
  await expect(alert).toBeEmpty();
});

test('shows the error that a handler throws, with its place', async ({ page, playground, project, result }) => {
  await playground.go('/prompt/announce');
  await playground.field('ship').fill('Halcyon');
  await expect(result).toHaveText(/The next ship is Halcyon/);
  await project.save('`${(undefined as any).name}${ship}`');
  await expect(result).toHaveText(/Internal error[^]*Cannot read properties of undefined[^]*src\/announce\.ts:\d+:\d+/);
  await expect(result).toHaveText(/> +\d+ \|[^]*at Announce\.render[^]*frames of @cuecard\/core/);
  await playground.expectAccessible('the error of a handler');
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.expectToFit();
});
