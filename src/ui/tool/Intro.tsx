import type { Example } from '#client/examples.ts'
import type { Translate } from '#i18n/translate.ts'
import { ExampleMedia } from '#ui/tool/ExampleMedia.tsx'
import { maybe } from '#ui/tool/words.ts'

type Props = {
  id: string
  /** Price of a run with the form's initial settings, as text. */
  price: string
  /** The tool's result for each example. */
  examples: readonly Example[]
  /** Called when the user picks an example; null where the page has no form. */
  onUse: ((prompt: string, at: number) => void) | null
  t: Translate
}

/**
 * Introduces a tool to first-time visitors and crawlers: its purpose, its price, and six results if it
 * has examples.
 */
export function Intro({ id, price, examples, onUse, t }: Props) {
  const also = maybe(t, `${id}.also`)
  const prompts = examples.map((_, index) => maybe(t, `${id}.example.${index + 1}`))
  return (
    <div className="grid gap-6">
      <div className="grid max-w-reading gap-2">
        <p className="text-16 text-muted">{t(`${id}.about`)}</p>
        {also !== '' && <p className="text-13 text-faint">{also}</p>}
        <p className="text-13 text-faint">{t('field.intro.price', { price })}</p>
      </div>
      {prompts.some(prompt => prompt !== '') && (
        <section className="grid gap-3" aria-label={t('field.intro.examples')}>
          <h2 className="text-13 font-medium text-faint">{t('field.intro.examples')}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
            {examples.map((example, index) => {
              const prompt = prompts[index] ?? ''
              return (
                <li key={prompt} className="card tool-card content-between">
                  <div className="grid gap-3">
                    <ExampleMedia
                      example={example}
                      prompt={prompt}
                      name={t('field.intro.play', { number: index + 1 })}
                    />
                    <p className="text-14">
                      <bdi>{prompt}</bdi>
                    </p>
                  </div>
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
              )
            })}
          </ul>
        </section>
      )}
    </div>
  )
}
