/** The themes of pages: dark, light, or as the reader's system prefers. */
export const THEMES = ['dark', 'light', 'system'] as const
export type ThemeChoice = (typeof THEMES)[number]

export function isThemeChoice(word: unknown): word is ThemeChoice {
  return THEMES.some(theme => theme === word)
}
