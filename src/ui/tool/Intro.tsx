import type { FeaturedResult } from '#contract/featured.ts'
import type { Translate } from '#i18n/translate.ts'
import { FeaturedResults } from '#ui/tool/FeaturedResults.tsx'
import { textOrEmpty } from '#ui/tool/words.ts'

/** The user's actions on the examples of a tool. */
export type ExampleHandlers = {
  /**
   * Fills the form with an example: its settings, and its prompt if the form begins with a text.
   */
  takeExample(prompt: string, at: number): void
  /** Fills the form with all that makes a featured result again. */
  takeFeatured(featured: Pick<FeaturedResult, 'action' | 'settings'>): void
}

type Props = {
  id: string
  /** Price of a run with the form's initial settings, as text. */
  price: string
  /** Results of this tool that the site features. */
  featured: readonly FeaturedResult[]
  /** Null where the page has no form. */
  acts: ExampleHandlers | null
  t: Translate
}

/** A tool has at most this many examples. */
const EXAMPLES = [1, 2, 3, 4, 5, 6] as const

/**
 * Introduces a tool to first-time visitors and crawlers: results that the site features, prompts to
 * try, and below them the tool's purpose and its price. Prompts have no picture, because only a
 * featured result shows what a model made of its prompt.
 */
export function Intro({ id, price, featured, acts, t }: Props) {
  const also = textOrEmpty(t, `${id}.also`)
  const prompts = EXAMPLES.map((number, at) => ({
    prompt: textOrEmpty(t, `${id}.example.${number}`),
    at
  }))
  const left = prompts.filter(
    ({ prompt }) => prompt && !featured.some(each => each.prompt === prompt)
  )
  return (
    <div className="grid gap-6">
      {featured.length > 0 && (
        <FeaturedResults items={featured} onUse={acts && acts.takeFeatured} t={t} />
      )}
      {left.length > 0 && (
        <section className="grid gap-3" aria-label={t('field.intro.examples')}>
          <h2 className="text-13 font-medium text-faint">{t('field.intro.examples')}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
            {left.map(({ prompt, at }) => (
              <li key={prompt} className="card tool-card content-between">
                <p className="text-14">
                  <bdi>{prompt}</bdi>
                </p>
                {acts !== null && (
                  <button
                    type="button"
                    className="chip justify-self-start noscript:hidden"
                    onClick={() => acts.takeExample(prompt, at)}
                  >
                    {t('field.intro.use')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="grid max-w-reading gap-2">
        <p className="text-16 text-muted">
          <bdi>{t(`${id}.about`)}</bdi>
        </p>
        {also && <p className="text-13 text-faint">{also}</p>}
        <p className="text-13 text-faint">{t('field.intro.price', { price })}</p>
      </div>
    </div>
  )
}
