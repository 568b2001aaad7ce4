import { formatCredits, formatNumber, roundCredits } from '#core/format.ts'
import type { SharedTurnProps, TurnToolsProps } from '#ui/chat/turn-tools.ts'

/** Shows an answer's tokens, price and model, as far as they are known. */
export function TurnCost({
  turn,
  models,
  locale,
  t
}: Pick<TurnToolsProps, 't' | 'turn'> & Pick<SharedTurnProps, 'models' | 'locale'>) {
  const { tokens, price, estimated, model } = turn
  const label = models.find(each => each.name === model)?.label ?? model
  const facts = [
    tokens !== null &&
      t(estimated ? 'chat.turn.tokens_estimated' : 'chat.turn.tokens', {
        count: tokens,
        tokens: tokens.toLocaleString(locale)
      }),
    price !== null && (
      <span title={formatNumber(price, locale)}>
        {t('chat.turn.price', { count: roundCredits(price), price: formatCredits(price, locale) })}
      </span>
    ),
    label
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <ul
      aria-label={t('chat.turn.cost')}
      className="flex flex-wrap gap-x-1.5 px-2 text-12 text-faint"
    >
      {facts.map((fact, index) => (
        <li key={index} className="flex gap-x-1.5">
          {index > 0 && <span aria-hidden="true">·</span>}
          <bdi>{fact}</bdi>
        </li>
      ))}
    </ul>
  )
}
