export type Position =
  | 'center'
  | 'top'
  | 'right'
  | 'bottom'
  | 'left'
  | 'top-left'
  | 'top-right'
  | 'bottom-left'
  | 'bottom-right'

/** Where a code stands in a picture, in pixels; `module` is the side of one of its squares. */
export type Place = { x: number; y: number; side: number; module: number; quiet: number }

type LayoutOrder = {
  width: number
  height: number
  /** Modules a side. */
  size: number
  position: Position
  /** Percent of the picture's shorter side that stays free around the code. */
  padding: number
  /** As large as can be: what is hard to read is better read so. */
  large: boolean
}

/** Share of the shorter side that a code takes without padding: some of the picture is always seen. */
const SHARE = 0.9
/** Narrower modules are lost in the picture's own detail. */
const LEAST = 3

/** Empty modules around a code. Cameras want four; a light ground around it does for two of them. */
const QUIET = { art: 2, large: 4 } as const

/** Lays a code into a picture; its modules are whole pixels where they are not too small for that. */
export function placeCode({ width, height, size, position, padding, large }: LayoutOrder): Place {
  const unit = Math.min(width, height)
  const quiet = large ? QUIET.large : QUIET.art
  const edge = large ? 0 : (unit * padding) / 100
  const wanted = large ? unit : unit * SHARE - 2 * edge
  const modules = size + 2 * quiet
  const module = wholeOf(Math.max(wanted, Math.min(unit, LEAST * modules)) / modules)
  const side = module * modules
  const [left, top] = sharesOf(position)
  return {
    x: along(width, side, edge, left),
    y: along(height, side, edge, top),
    side,
    module,
    quiet
  }
}

function wholeOf(module: number): number {
  return module < LEAST ? module : Math.floor(module)
}

/** From 0, at the beginning, to 1, at the end. */
function sharesOf(position: Position): readonly [across: number, down: number] {
  const words = position.split('-')
  const share = (first: string, last: string): number =>
    words.includes(first) ? 0 : words.includes(last) ? 1 : 0.5
  return [share('left', 'right'), share('top', 'bottom')]
}

function along(length: number, side: number, edge: number, share: number): number {
  const room = Math.max(0, length - side)
  const kept = Math.min(edge, room / 2)
  return Math.round(kept + (room - 2 * kept) * share)
}
