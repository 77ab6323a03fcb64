// Light or dark, as the system says or as the user chose.

/** @param {"light" | "dark" | "auto"} theme */
export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
}
