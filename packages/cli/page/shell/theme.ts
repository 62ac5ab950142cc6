export const THEME_TITLES = { system: 'Auto', light: 'Light', dark: 'Dark' } as const;

export type Theme = keyof typeof THEME_TITLES;

const KEY = 'cuecard-theme';
const THEMES = Object.keys(THEME_TITLES) as readonly Theme[];

export function keptTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
}
