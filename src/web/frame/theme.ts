export type Theme = "system" | "light" | "dark";

const KEY = "assent.theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export function readTheme(): Theme {
  return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";
}

export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
