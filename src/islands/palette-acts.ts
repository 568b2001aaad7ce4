import type { PaletteData } from '#client/palette.ts'
import type { Translate } from '#i18n/translate.ts'
import { copyText } from '#ui/copy-text.ts'
import { createIconElement, type PaletteRow } from '#ui/palette/palette-row.ts'

/**
 * Lists the actions of the page: its theme, its language, signing in and out, its link and its
 * shortcuts. Most of them press a link or button of the page, because that one already has the
 * right return address.
 */
export function pageActionRows(icons: PaletteData['icons'], t: Translate): PaletteRow[] {
  const actions = t('common.palette.actions')
  const settings = t('common.palette.settings')
  return [
    {
      id: 'copy-link',
      title: t('common.palette.copyLink'),
      group: actions,
      mark: createIconElement(icons.link),
      stays: true,
      act: say => void copyText(location.href).then(done => done && say(t('common.action.copied')))
    },
    ...pressRows('[data-shortcut="list"]', button => ({
      title: t('chat.keys.title'),
      group: actions,
      mark: button.querySelector('svg')
    })),
    ...pressRows('#person a[href^="/auth/"]', link => ({
      title: link.textContent.trim(),
      group: actions,
      mark: link.querySelector('svg')
    })),
    ...pressRows('#person a[data-theme-choice]', link => ({
      title: t('common.words.pair', {
        name: t('common.theme.name'),
        value: link.textContent.trim()
      }),
      group: settings,
      mark: createIconElement(icons.theme)
    })),
    ...pressRows('#person a[hreflang]', link => ({
      title: link.textContent.trim(),
      line: t('common.language.name'),
      words: languageWords(link.lang),
      group: settings,
      mark: createIconElement(icons.language),
      quiet: true
    }))
  ]
}

/** Makes a row for each link or button that a selector matches. Choosing a row presses it. */
function pressRows(
  selector: string,
  rowOf: (target: HTMLElement) => Omit<PaletteRow, 'id' | 'href' | 'act'>
): PaletteRow[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].map(target => {
    const href = target.getAttribute('href')
    const row = rowOf(target)
    return {
      ...row,
      id: `press ${row.title}`,
      ...(href !== null && { href }),
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
