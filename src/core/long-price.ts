import type { TokenPrice } from './money.ts'

/**
 * The prices of a model for prompts with more than `above` tokens, where its vendor charges more.
 */
export type LongPrice = { above: number; price: TokenPrice; cost?: TokenPrice }

type Priced = { price: TokenPrice; cost?: TokenPrice; long?: LongPrice }

/** Returns a model with the prices that apply to a prompt of this many tokens. */
export function applyLongPrice<M extends Priced>(model: M, tokens: number): M {
  const { long } = model
  if (long === undefined || tokens <= long.above) return model
  return { ...model, price: long.price, ...(long.cost && { cost: long.cost }) }
}

/** Changes the prices for long prompts in the same proportion as the usual prices. */
export function scaleLongPrice(
  { price, cost, long }: Priced,
  changed: { price?: TokenPrice; cost?: TokenPrice }
): LongPrice | undefined {
  if (long === undefined) return undefined
  return {
    above: long.above,
    price: scaled(long.price, price, changed.price ?? price),
    ...(long.cost && cost && { cost: scaled(long.cost, cost, changed.cost ?? cost) })
  }
}

function scaled(long: TokenPrice, from: TokenPrice, to: TokenPrice): TokenPrice {
  const part = (name: keyof TokenPrice): number =>
    from[name] === 0 ? to[name] : Math.round((long[name] * to[name]) / from[name])
  return { input: part('input'), output: part('output') }
}
