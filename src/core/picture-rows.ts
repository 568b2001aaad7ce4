/** Width and height of a picture, in pixels. */
type Sized = { width: number; height: number }

/** Pixels between two pictures. */
const ROW_GAP = 8

/**
 * The least height of a line with two groups, in pixels. If it would be lower, each group gets its
 * own line.
 */
const LEAST = 120

/** Returns width divided by height. Very wide and very narrow pictures are cropped. */
export function croppedRatio({ width, height }: Sized): number {
  return Math.min(2.4, Math.max(0.6, width / Math.max(1, height)))
}

/** Returns the sum of the ratios: the width of a line of pictures, divided by its height. */
export function lineRatio(items: readonly Sized[]): number {
  return items.reduce((sum, each) => sum + croppedRatio(each), 0)
}

/** Returns the CSS `flex` of a group that makes both groups of a line equally high. */
export function groupFlex(group: readonly Sized[]): string {
  const ratio = lineRatio(group)
  return `${ratio} 1 ${Math.round(ratio * LEAST + (group.length - 1) * ROW_GAP)}px`
}

/**
 * Takes one item of each kind in turn, so that a wall mixes them. The order within a kind stays.
 * @param limit the most items to take
 */
export function interleaveKinds<T>(
  items: readonly T[],
  kindOf: (item: T) => string,
  limit: number
): T[] {
  const seen = new Map<string, number>()
  const turns = items.map(item => {
    const turn = seen.get(kindOf(item)) ?? 0
    seen.set(kindOf(item), turn + 1)
    return { item, turn }
  })
  return turns
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, limit)
    .map(({ item }) => item)
}

/**
 * Divides pictures into rows of two groups, which are about equally wide at one height, and keeps
 * their order. A wide page shows a row as one line, a phone shows each group as one line. So no
 * line has a gap at its end.
 * @param wide the width of a group divided by its height
 */
export function pictureRows<T extends Sized>(items: readonly T[], wide: number): T[][][] {
  if (items.length === 0) return []
  const ratios = items.map(croppedRatio)
  const rows = Math.max(1, Math.round(lineRatio(items) / wide / 2))
  const count = Math.min(rows * 2, items.length - (items.length % 2) || 1)
  const groups = bestCuts(ratios, count).map(([from, to]) => items.slice(from, to))
  return Array.from({ length: Math.ceil(count / 2) }, (_, row) =>
    groups.slice(row * 2, row * 2 + 2)
  )
}

/** The index of the first item of a group, and the index after its last. */
type Cut = readonly [from: number, to: number]

/** Divides the pictures into this many groups whose widths differ as little as possible. */
function bestCuts(ratios: readonly number[], count: number): Cut[] {
  const target = ratios.reduce((sum, ratio) => sum + ratio, 0) / count
  /** The best division of the first n items, at index n. */
  let best: ({ cost: number; cuts: Cut[] } | undefined)[] = [{ cost: 0, cuts: [] }]
  for (let group = 1; group <= count; group++) {
    const next: typeof best = []
    for (let from = 0; from < ratios.length; from++) {
      const before = best[from]
      if (before === undefined) continue
      let sum = 0
      for (let to = from + 1; to <= ratios.length; to++) {
        sum += ratios[to - 1] ?? 0
        const cost = before.cost + (sum - target) ** 2
        if (cost < (next[to]?.cost ?? Infinity))
          next[to] = { cost, cuts: [...before.cuts, [from, to]] }
      }
    }
    best = next
  }
  return best[ratios.length]?.cuts ?? []
}
