/** The themes of pages: dark, light, or as the reader's system prefers. */
export const THEME_CHOICES = ['dark', 'light', 'system'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

export function isThemeChoice(word: unknown): word is ThemeChoice {
  return THEME_CHOICES.some(theme => theme === word)
}
