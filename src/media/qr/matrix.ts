import { create } from 'qrcode'
import { Problem } from '#core/problem.ts'
import { range } from '#media/random.ts'

export type CorrectionLevel = 'L' | 'M' | 'Q' | 'H'

/**
 * A code as modules. Positions count modules from the corner between the two edges that have two
 * markers each.
 */
export type QrMatrix = {
  size: number
  isDark(x: number, y: number): boolean
  /** Modules outside of markers and alignment patterns, which are drawn as a whole. */
  isFree(x: number, y: number): boolean
  /**
   * Centers of the markers, which are 7 modules wide, and of the alignment patterns, which are 5.
   */
  markers: readonly Point[]
  alignments: readonly Point[]
}

export type Point = readonly [x: number, y: number]

const MARKER = 7

/** @throws Problem `bad_request` for a text that is too long for the largest code */
export function createQrMatrix(text: string, level: CorrectionLevel): QrMatrix {
  const { size, get, version } = modulesOf(text, level)
  const far = size - MARKER / 2
  const markers: Point[] = [
    [MARKER / 2, MARKER / 2],
    [far, MARKER / 2],
    [MARKER / 2, far]
  ]
  const alignments = alignmentsOf(version, size)
  const covers = ([cx, cy]: Point, reach: number, x: number, y: number): boolean =>
    Math.abs(x + 0.5 - cx) < reach && Math.abs(y + 0.5 - cy) < reach
  return {
    size,
    isDark: get,
    // The empty line around a marker belongs to the marker.
    isFree: (x, y) =>
      !markers.some(each => covers(each, MARKER / 2 + 1, x, y)) &&
      !alignments.some(each => covers(each, 2.5, x, y)),
    markers,
    alignments
  }
}

function modulesOf(
  text: string,
  level: CorrectionLevel
): { size: number; version: number; get(x: number, y: number): boolean } {
  try {
    const { modules, version } = create(text, { errorCorrectionLevel: level })
    const { size } = modules
    return {
      size,
      version,
      get: (x, y) => x >= 0 && y >= 0 && x < size && y < size && Boolean(modules.get(y, x))
    }
  } catch (thrown) {
    throw new Problem('bad_request', {
      detail: 'the content is too long for a QR code',
      cause: thrown
    })
  }
}

/** Returns the positions of the alignment patterns (ISO/IEC 18004, annex E). */
function alignmentsOf(version: number, size: number): Point[] {
  if (version < 2) return []
  const count = Math.floor(version / 7) + 2
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2
  const lines = [6, ...range(count - 1).map(at => size - 7 - at * step)].map(line => line + 0.5)
  const [first = 6.5, last = first] = lines
  const inMarker = (x: number, y: number): boolean =>
    (x === first && y === first) || (x === last && y === first) || (x === first && y === last)
  return lines.flatMap(x => lines.filter(y => !inMarker(x, y)).map((y): Point => [x, y]))
}
