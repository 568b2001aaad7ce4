import type { Translate } from '#i18n/translate.ts'
import { maybe } from '#ui/tool/words.ts'

type Props = {
  id: string
  /** Price of a run with the form's initial settings, as text. */
  price: string
  /** Called when the user picks an example; null where the page has no form. */
  onUse: ((prompt: string, at: number) => void) | null
  t: Translate
}

/** A tool has at most this many examples. */
const EXAMPLES = [1, 2, 3, 4, 5, 6] as const

/**
 * Introduces a tool to first-time visitors and crawlers: its purpose, its price, and prompts to try.
 * An example has no picture beside it, because nothing shows what a model would make of it.
 */
export function Intro({ id, price, onUse, t }: Props) {
  const also = maybe(t, `${id}.also`)
  const prompts = EXAMPLES.map(number => maybe(t, `${id}.example.${number}`)).filter(Boolean)
  return (
    <div className="grid gap-6">
      <div className="grid max-w-reading gap-2">
        <p className="text-16 text-muted">{t(`${id}.about`)}</p>
        {also !== '' && <p className="text-13 text-faint">{also}</p>}
        <p className="text-13 text-faint">{t('field.intro.price', { price })}</p>
      </div>
      {prompts.length > 0 && (
        <section className="grid gap-3" aria-label={t('field.intro.examples')}>
          <h2 className="text-13 font-medium text-faint">{t('field.intro.examples')}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
            {prompts.map((prompt, index) => (
              <li key={prompt} className="card tool-card content-between">
                <p className="text-14">
                  <bdi>{prompt}</bdi>
                </p>
                {onUse !== null && (
                  <button
                    type="button"
                    className="chip justify-self-start noscript:hidden"
                    onClick={() => onUse(prompt, index)}
                  >
                    {t('field.intro.use')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
