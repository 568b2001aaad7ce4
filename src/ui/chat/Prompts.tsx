import type { Translate } from '#i18n/translate.ts'

/** The keys of the sample questions. */
export const PROMPTS = [
  'chat.prompt.plan',
  'chat.prompt.explain',
  'chat.prompt.write',
  'chat.prompt.code'
] as const

type Props = { onPick(prompt: string): void; t: Translate }

/**
 * Four sample questions. A click puts one into the composer, where the user can change or send it.
 */
export function Prompts({ onPick, t }: Props) {
  return (
    <ul
      aria-label={t('chat.empty.prompts')}
      className="mx-auto grid w-full max-w-reading gap-2 px-4 pt-3 pb-4 md:grid-cols-2 md:pt-4"
    >
      {PROMPTS.map(key => (
        <li key={key} className="grid">
          <button
            type="button"
            onClick={() => onPick(t(key))}
            className="min-h-control rounded-card border border-line px-4 py-2.5 text-start text-14 text-muted hover:border-line-strong hover:bg-surface-1 hover:text-text"
          >
            {t(key)}
          </button>
        </li>
      ))}
    </ul>
  )
}
