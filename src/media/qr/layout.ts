export type QrPosition =
  | 'center'
  | 'top'
  | 'right'
  | 'bottom'
  | 'left'
  | 'top-left'
  | 'top-right'
  | 'bottom-left'
  | 'bottom-right'

/** The place of a code in an image, in pixels. `module` is the side of one of its squares. */
export type QrPlace = { x: number; y: number; side: number; module: number; quiet: number }

type LayoutOrder = {
  width: number
  height: number
  /** Modules per side. */
  size: number
  position: QrPosition
  /** Percent of the image's shorter side that stay free around the code. */
  padding: number
  /** Makes the code as large as possible, which helps scanners. */
  large: boolean
}

/**
 * Share of the image's shorter side that a code takes without padding, so some of the image stays
 * visible.
 */
const SHARE = 0.9
/** Minimum pixels of a module. Smaller ones disappear in the details of the image. */
const LEAST = 3

/**
 * Number of empty modules around a code. Scanners want four, but two are enough on a light
 * background.
 */
const QUIET = { art: 2, large: 4 } as const

/** Places a code in an image. Its modules are whole pixels unless they are too small for that. */
export function placeQrCode({
  width,
  height,
  size,
  position,
  padding,
  large
}: LayoutOrder): QrPlace {
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

/** Returns where a code is placed across and down, from 0 at the start to 1 at the end. */
function sharesOf(position: QrPosition): readonly [across: number, down: number] {
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
