import type { Translate } from '#i18n/translate.ts'
import { copyText } from '#ui/copy-text.ts'
import type { PaletteRow } from '#ui/palette/palette-row.ts'

/**
 * Lists what the page itself offers: its theme, its language, signing in and out, its link and its
 * shortcuts. Most of them press a link or button of the page, which knows the way back.
 */
export function pageRows(t: Translate): PaletteRow[] {
  const actions = t('common.palette.actions')
  const settings = t('common.palette.settings')
  return [
    ...pressRows('a[href^="/auth/"]', link => ({ title: link.textContent.trim(), group: actions })),
    {
      id: 'copy-link',
      title: t('common.palette.copyLink'),
      group: actions,
      stays: true,
      act: say => void copyText(location.href).then(done => done && say(t('common.action.copied')))
    },
    ...pressRows('[data-shortcut="list"]', () => ({ title: t('chat.keys.title'), group: actions })),
    ...pressRows('a[data-theme-choice]', link => ({
      title: t('common.words.pair', {
        name: t('common.theme.name'),
        value: link.textContent.trim()
      }),
      group: settings
    })),
    ...pressRows('a[hreflang]', link => ({
      title: link.textContent.trim(),
      line: t('common.language.name'),
      words: languageWords(link.getAttribute('hreflang') ?? ''),
      group: settings,
      quiet: true
    }))
  ]
}

/** Makes a row of each link or button of the page's menu that a selector matches. */
function pressRows(
  selector: string,
  rowOf: (target: HTMLElement) => Omit<PaletteRow, 'id' | 'href' | 'act'>
): PaletteRow[] {
  const scope = selector.startsWith('a') ? `#person ${selector}` : selector
  return [...document.querySelectorAll<HTMLElement>(scope)].map(target => {
    const href = target.getAttribute('href')
    return {
      ...rowOf(target),
      id: `press ${selector} ${target.dataset['themeChoice'] ?? target.lang}`,
      ...(href !== null && { href }),
      mark: target.querySelector('svg'),
      act: () => target.click()
    }
  })
}

/** Names a language in the page's language and in English. */
function languageWords(language: string): string {
  return [document.documentElement.lang, 'en']
    .map(locale => new Intl.DisplayNames(locale, { type: 'language' }).of(language))
    .join(' ')
}
